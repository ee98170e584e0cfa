#!/bin/bash
# A day of sound through two chains at full speed: resident memory after minutes of signal and at
# the end must be within 1 MB of each other, for every process; then an hour of it on a terminal
# that changes its size.  `make soak`; HOURS=24 unless given.
set -euo pipefail

hours=${HOURS:-24}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

resident() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null || true; }

status=0
# soak COMMAND: runs a chain of all that it names, and looks at each process.
soak() {
  local first=() last=() names=() pids=() pid name i now
  eval "$1 >\"\$work/out\" &"
  local render=$!
  sleep 3
  while read -r pid name; do
    pids+=("$pid") names+=("$name") first+=("$(resident "$pid")") last+=("$(resident "$pid")")
  done < <(pgrep -l -P $$ '^sm-')
  while kill -0 "$render" 2>/dev/null; do
    for i in "${!pids[@]}"; do
      now=$(resident "${pids[$i]}")
      [ -n "$now" ] && last[i]=$now
    done
    sleep 1
  done
  wait "$render" || status=1
  for i in "${!pids[@]}"; do
    printf '%-12s %6d kB after 3 s, %6d kB at the end\n' "${names[$i]}" "${first[$i]}" "${last[$i]}"
    [ $((last[i] - first[i])) -le 1024 ] || status=1
  done
}

soak "sm-capture -q --demo --duration $((hours * 3600)) | sm-loudness -q --no-pcm |
  sm-render json --last"
echo "measured $(sed 's/.*"measured_seconds":\([0-9.e+]*\).*/\1/' "$work/out") s of signal"
# The other stages, which take longer, a tenth of that.
soak "sm-capture -q --demo --duration $((hours * 360)) | sm-eq -q --band 1k=3 --preamp -6 |
  sm-effect -q --fast high echo reverb | sm-resample -q 44100 | sm-fft -q | sm-scope -q --no-pcm |
  sm-render csv --last"

for view in monitor timeline; do
  export view work
  # shellcheck disable=SC2016 # The words are for the shell on the terminal.
  words='stty cols 120 rows 40; tty >"$work/tty"
    sm-capture -q --demo --duration 3600 | sm-loudness -q | sm-fft -q --bins |
      { echo "$BASHPID" >"$work/pid"; exec sm-render -q "$view"; }'
  rm -f "$work/pid"
  SHELL=/bin/bash TERM=xterm-256color script -qec "$words" /dev/null </dev/null >/dev/null &
  terminal=$!
  until [ -s "$work/pid" ]; do sleep 0.1; done
  render=$(cat "$work/pid")
  early=0
  late=0
  turn=0
  while kill -0 "$terminal" 2>/dev/null; do
    sizes=("120 40" "80 24" "200 60" "40 12")
    read -r columns rows <<<"${sizes[$((turn++ % 4))]}"
    stty -F "$(cat "$work/tty")" cols "$columns" rows "$rows" 2>/dev/null || true
    now=$(resident "$render")
    # The history is full after 30 s of signal.
    [ "$turn" -ge 6 ] && [ "$early" -eq 0 ] && early=${now:-0}
    [ -n "$now" ] && late=$now
    sleep 0.5
  done
  wait $terminal
  printf '%-12s %6d kB after 3 s, %6d kB at the end, on a terminal\n' "$view" "$early" "$late"
  [ $((late - early)) -le 1024 ] || status=1
done
exit $status
