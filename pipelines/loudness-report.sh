#!/bin/sh
# Measures sound files and says what is wrong with them, and when.
#
#   loudness-report.sh [OPTION ...] FILE ...
#
#   --json, --csv          a line of JSON a file, or a row of CSV a finding, instead of the table
#   --html FILE            also one page with waveforms, loudness, spectrograms and findings
#   --pdf FILE             the same on paper; needs weasyprint or chromium
#   --target NAME|LUFS     ebu (-23), atsc (-24), streaming (-14) or a number; status 1 outside it
#   --tolerance LU         how far from the target is still inside it; 0.5 unless given
#   --peak DBTP            limit of the true peak; -1 unless given, -2 for atsc
#   --silence DBFS         RMS of every channel that is called silence; -60 unless given
#   --silence-length S     how long it has to last; 1 unless given
#   --layout NAME          what the channels are, as for sm-loudness
#   --dual-mono            count a single channel as two
#   -h, --help             this text
#
# Status: 0 done, 1 a file is outside the target or could not be measured, 2 wrong usage.
set -eu

parts=$(dirname "$(readlink -f "$0")")/loudness-report
usage() { sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"; }
say() { printf '%s: %s\n' "${0##*/}" "$(printf '%s' "$1" | tr '[:cntrl:]' '?')" >&2; }
die() {
  say "$1"
  exit "${2:-1}"
}
wrong() { die "$(printf '%s\n' "$1" | sed '1!d; s/^-: //'); see --help" 2; }
number() {
  printf '%s\n' "$2" | grep -Eq '^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)$' || wrong "$1: '$2' is no number"
}

values=html:,pdf:,target:,tolerance:,peak:,silence:,silence-length:,layout:
words=$(getopt -n - -o h -l "json,csv,$values,dual-mono,help" -- "$@" 2>&1) || wrong "$words"
eval "set -- $words"
format=table html='' pdf='' target='' tolerance=0.5 limit='' silence=-60 quiet=1 layout='' dual=''
while [ "$1" != -- ]; do
  case $1 in
  --tolerance | --peak | --silence | --silence-length) number "$1" "$2" ;;
  esac
  case $1 in
  --json) format=json ;;
  --csv) format=csv ;;
  --html) html=$2 && shift ;;
  --pdf) pdf=$2 && shift ;;
  --target) target=$2 && shift ;;
  --tolerance) tolerance=$2 && shift ;;
  --peak) limit=$2 && shift ;;
  --silence) silence=$2 && shift ;;
  --silence-length) quiet=$2 && shift ;;
  --layout) layout=$2 && shift ;;
  --dual-mono) dual=$1 ;;
  -h | --help) usage && exit ;;
  esac
  shift
done
shift
[ $# -gt 0 ] || wrong 'say which files'
case $target in
ebu) aim=-23 ;;
atsc) aim=-24 limit=${limit:--2} ;;
streaming) aim=-14 ;;
*)
  [ -z "$target" ] || number --target "$target"
  aim=$target
  ;;
esac
limit=${limit:--1}
for tool in sm-capture sm-loudness sm-scope sm-fft sm-render; do
  command -v "$tool" >/dev/null || die "$tool is missing; install signalmetric"
done
press=
if [ -n "$pdf" ]; then
  for press in weasyprint chromium chromium-browser google-chrome ''; do
    [ -n "$press" ] && command -v "$press" >/dev/null && break
  done
  [ -n "$press" ] || die '--pdf: weasyprint is missing, and so is chromium; install the Debian package weasyprint'
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 141' PIPE
trap 'exit 143' TERM
# shellcheck disable=SC1091
. "$parts/page.sh"

# A pipe's status is that of its last stage: an earlier one that fails leaves a mark.
stage() { "$@" 2>>"$work/errors" || echo "$1" >>"$work/failed"; }

# One line that says why a file could not be measured.
excuse() {
  reason=$(cat "$work/errors")
  case $reason in sm-*) reason=${reason#*: } ;; esac
  case $reason in
  # Names may have ends of lines in them.
  "$1"*) reason=$1$(printf '%s\n' "${reason#"$1"}" | sed 's/; if it is raw.*//; 1q') ;;
  *) reason="$1: $(printf '%s\n' "${reason:-could not be measured}" | sed 1q)" ;;
  esac
  say "$reason"
  [ -z "$html$pdf" ] || not_on_page "$reason"
}

about() { sed -n "s/^$1  *//p" "$work/probe" | sed 1q; }

# Decodes and measures a file once, a block of at most 0.1 s a record, without its sound.
measure() {
  : >"$work/errors"
  rm -f "$work/failed"
  sm-capture -q --probe -- "$1" >"$work/probe" 2>"$work/errors" || return 1
  rate=$(about rate) channels=$(about channels) mask=$(about mask) block=$(about block)
  if [ "$(od -A n -t x1 -N 4 -- "$1" | tr -d ' ')" = 534dff7f ]; then
    set -- -- "$1" # stored records keep their blocks
  else
    # shellcheck disable=SC2046
    set -- $(LC_ALL=C awk -v rate="$rate" -v frames="$(about frames)" 'BEGIN {
      block = int(frames / 3000)
      most = int(rate / 10) < 65536 ? int(rate / 10) : 65536
      if (frames == "-" || block > most) block = most
      print "-b", block < 16 ? 16 : block
    }') -- "$1"
    block=$2
  fi
  # Spectra long enough to leave little out; of long files 64 bands, since bins would be gigabytes.
  bins=$(LC_ALL=C awk -v block="$block" -v seconds="$(about seconds)" 'BEGIN {
    for (size = 2048; size * 2 <= block; size *= 2) {}
    print "-n", size, seconds != "-" && seconds <= 600 ? "--bins" : ""
  }')
  span=$(LC_ALL=C awk -v b="$block" -v r="$rate" 'BEGIN { printf "%.12f", b / r }')
  spectra='cat'
  [ -z "$html$pdf" ] || spectra="sm-fft -q $bins"
  # shellcheck disable=SC2086
  stage sm-capture -q "$@" |
    stage sm-scope -q --bins 2 --fold each --trigger off --span "$span" |
    stage $spectra |
    stage sm-loudness -q --no-pcm $dual ${layout:+--layout "$layout"} ${aim:+--target "$aim"} \
      >"$work/records"
  [ ! -e "$work/failed" ]
}

columns=position,frames,end,loudness.momentary,loudness.short_term,loudness.momentary_max
columns=$columns,loudness.short_term_max,loudness.integrated,loudness.range,loudness.plr
columns=$columns,loudness.true_peak_max,loudness.range_provisional,loudness.target_delta
columns=$columns,scope.correlation,lost,loudness.layout

# Finds what is worth knowing, and puts it in the order of time.
find_facts() {
  fields=$columns channel=0 trace=scope
  while [ "$channel" -lt "$channels" ]; do
    channel=$((channel + 1))
    for field in rms peak true_peak clip_events clipped dc; do
      fields=$fields,levels.$channel.$field
    done
    # A record that holds one trace has no list of them.
    [ "$channels" = 1 ] || trace=scopes.$channel
    for field in min.1 min.2 max.1 max.2; do fields=$fields,$trace.$field; done
  done
  : >"$work/curves"
  stage sm-render csv -i "$work/records" --fields "$fields" |
    stage env LC_ALL=C awk -v rate="$rate" -v channels="$channels" -v mask="$mask" \
      -v silence="$silence" -v quiet="$quiet" -v limit="$limit" -v curves="$work/curves" \
      -f "$parts/findings.awk" >"$work/unsorted"
  [ ! -e "$work/failed" ] || return 1
  LC_ALL=C sort -s -t "$(printf '\t')" -k 1,1r -k 3,3n "$work/unsorted" >"$work/facts"
}

# awk that knows the words and the limits.
with_words() {
  LC_ALL=C awk -v target="$aim" -v tolerance="$tolerance" -v limit="$limit" \
    -f "$parts/words.awk" "$@"
}

# Prints a file; status 3 when it is outside the target.
print_facts() { with_words -v format=$format -v most=20 -f "$parts/print.awk" "$work/facts"; }

case $format in
table)
  printf '%-28s %3s %9s %6s %6s %6s %6s %7s\n' file ch length int. LRA 'max M' 'max S' 'true pk' \
    '' '' '' LUFS LU LUFS LUFS dBTP
  ;;
csv) echo file,kind,from,to,channels,value,unit,text ;;
esac

status=0
for file; do
  # Names are bytes, JSON and pages are UTF-8.
  REPORT_FILE=$(printf '%s.' "$file" | iconv -c -f UTF-8 -t UTF-8) || :
  REPORT_FILE=${REPORT_FILE%.}
  export REPORT_FILE
  case $file in -) file=./- ;; esac
  if ! { measure "$file" && find_facts; }; then
    excuse "$file"
    status=1
    continue
  fi
  print_facts || {
    [ $? -eq 3 ] || exit 1
    status=1
  }
  [ -z "$html$pdf" ] || add_to_page || {
    excuse "$file"
    status=1
  }
done
[ "$format" != table ] ||
  echo 'True peak is an estimate; a loudness range of less than 60 s is provisional; "-" is no value.'
[ -z "$html$pdf" ] || finish_page
exit $status
