# The measurement of a file of loudness-report.sh: records, and the facts in them.
# shellcheck shell=sh disable=SC2034,SC2154

# One line that says why a file could not be measured.
excuse() {
  reason=$(sed 's/; if it is raw.*//; 1q' "$work/errors")
  case $reason in sm-*) reason=${reason#*: } ;; esac
  # The tools show "?" for what could harm a terminal.
  name=$(printf '%s' "$1" | tr '\n' '\1' | LC_ALL=C sed 's/[][*?\\]/\\&/g; s/[^ -~]/*/g')
  # shellcheck disable=SC2254,SC2295
  case $reason in
  $name:*) reason="$1: ${reason#$name: }" ;;
  *) reason="$1: ${reason:-could not be measured}" ;;
  esac
  (die "$reason") || :
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
  { sm-capture -q "$@" |
    sm-scope -q --bins 2 --fold each --trigger off --span "$span" |
    $spectra |
    sm-loudness -q --no-pcm $dual ${layout:+--layout "$layout"} ${aim:+--target "$aim"} \
      >"$work/records"; } 2>>"$work/errors"
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
  { stage sm-render csv -i "$work/records" --fields "$fields" |
    LC_ALL=C awk -v rate="$rate" -v channels="$channels" -v mask="$mask" \
      -v silence="$silence" -v quiet="$quiet" -v limit="$limit" -v curves="$work/curves" \
      -f "$parts/findings.awk" >"$work/unsorted"; } 2>>"$work/errors" && whole || return 1
  LC_ALL=C sort -s -t "$(printf '\t')" -k 1,1r -k 3,3n "$work/unsorted" >"$work/facts"
}
