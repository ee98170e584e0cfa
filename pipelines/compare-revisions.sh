#!/bin/sh
# What differs between two mixes when one is as loud as the other and begins at the same moment.
#
#   compare-revisions.sh OLD NEW
#
#   -h, --help   this text
#
# NEW is brought to the rate and the integrated loudness of OLD, and moved by up to 1 s, before
# the samples are compared. Bands are means over the whole of each.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options '' '' "$@")"
need sm-capture signalmetric
[ $# -eq 3 ] || wrong 'two files are compared, OLD and NEW'
shift
work=$(mktemp -d)

# Loudness, range and peak of a stream, then the mean power of each of 24 bands, over all spectra
# whose window lies inside: numbers with commas between them, missing ones empty.
final=channels,rate,time,loudness.integrated,loudness.range,loudness.momentary_max
final=$final,loudness.true_peak_max
bands=$(seq -s , -f spectrum.bands24.%.0f 24)
measure() {
  sm-capture -i "$1" | sm-loudness --dual-mono | sm-fft -n 8192 --no-pcm |
    stage sm-render csv --fields "end,spectrum.gap,$final,$bands" | LC_ALL=C awk -F , '
      $1 == "" && $2 == "false" {
        count++
        for (i = 10; i <= NF; i++) if ($i != "") sum[i] += 10 ^ ($i / 10)
      }
      $1 == "eof" {
        line = $3
        for (i = 4; i < 10; i++) line = line "," $i
        for (; i <= NF; i++)
          line = line "," (sum[i] > 0 ? 10 * log(sum[i] / count) / log(10) : "")
        print line
      }'
}
field() { printf '%s\n' "$1" | cut -d , -f "$2"; }

readable "$@"
old=$(measure "$1")
new=$(measure "$2")
whole
case $(field "$old" 4)/$(field "$new" 4) in
/* | */) die 'one of them has no loudness: it is silent, or shorter than 0.4 s' ;;
esac
gain=$(LC_ALL=C awk "BEGIN { printf \"%.4f\", $(field "$old" 4) - $(field "$new" 4) }")

printf '%s\n%s\n' "$old" "$new" | LC_ALL=C awk -F , -v gain="$gain" '
  NR == 1 { split($0, old); next }
  { split($0, new) }
  function row(name, i, shift, unit) {
    if (old[i] == "" || new[i] == "") return
    value = new[i] + shift
    printf "%-16s %9.1f %9.1f %+9.1f %s\n", name, old[i], value, value - old[i], unit
  }
  END {
    printf "old is %.1f LUFS, new %.1f LUFS: ", old[4], new[4]
    printf "new is compared with %+.1f dB\n\n", gain
    printf "%-16s %9s %9s %9s\n", "", "old", "new", "change"
    row("length", 3, 0, "s")
    row("loudness range", 5, 0, "LU")
    row("loudest moment", 6, gain, "LUFS")
    row("true peak", 7, gain, "dBTP")
    for (band = 0; band < 24; band++) {
      center = 45 * (16000 / 45) ^ ((band + 0.5) / 24)
      row(sprintf("%.0f Hz", center), 8 + band, gain, "dB")
    }
    print ""
  }'

# Sample by sample. Where one has more channels, their means are compared.
mono=
[ "$(field "$old" 1)" = "$(field "$new" 1)" ] || mono=--mono
if [ -n "$mono" ]; then
  echo 'The numbers of channels differ: their means are compared.'
fi
sm-capture $mono -i "$1" >"$work/old"
sm-capture $mono -i "$2" |
  sm-resample --quality very-high "$(field "$old" 2)" | sm-eq -q --preamp "$gain" |
  sm-render compare "$work/old" --align --tolerance 100 >"$work/compared"
sed '/^first difference/d; s/in the stream/of new/; s/in the file/of old/' "$work/compared"
