#!/bin/bash
# A day of sound through the chain at full speed: resident memory after a minute of signal and at
# the end must be within 1 MB of each other, for every process.  `make soak`; HOURS=24 unless given.
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
exit $status
