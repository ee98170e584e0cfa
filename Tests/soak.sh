#!/bin/bash
# A day of sound through the chain at full speed: resident memory after a minute of signal and at
# the end must be within 1 MB of each other, for every process; then an hour of it on a terminal
# that changes its size.  `make soak`; HOURS=24 unless given.
set -euo pipefail

hours=${HOURS:-24}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkfifo "$work/a" "$work/b"

sm-capture -q --demo --duration $((hours * 3600)) >"$work/a" &
capture=$!
sm-loudness -q --no-pcm <"$work/a" >"$work/b" &
loudness=$!
sm-render json --last <"$work/b" >"$work/out" &
render=$!

resident() { awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null || true; }
sleep 2
first=("$(resident $capture)" "$(resident $loudness)" "$(resident $render)")
last=("${first[@]}")
while kill -0 $render 2>/dev/null; do
  now=("$(resident $capture)" "$(resident $loudness)" "$(resident $render)")
  for i in 0 1 2; do [ -n "${now[$i]}" ] && last[i]=${now[$i]}; done
  sleep 1
done
wait $capture $loudness $render
status=0
names=(sm-capture sm-loudness sm-render)
for i in 0 1 2; do
  printf '%-12s %6d kB after 2 s, %6d kB at the end\n' "${names[$i]}" "${first[$i]}" "${last[$i]}"
  [ $((last[i] - first[i])) -le 1024 ] || status=1
done
seconds=$(sed 's/.*"measured_seconds":\([0-9.e+]*\).*/\1/' "$work/out")
echo "measured $seconds s of signal"

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
