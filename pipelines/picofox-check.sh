#!/bin/sh
# Checks a fox transmitter that is plugged in and mounted, or a file that is meant for one.
#
#   picofox-check.sh FOLDER      its file system, settings.txt line by line, audio.wav
#   picofox-check.sh FILE ...    each: would the transmitter send it as it is?
#
#   -h, --help   this text
#
# The status is 1 where anything is wrong; sm-render picofox makes a file that is right.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options '' '' "$@")"
need sm-capture signalmetric
shift
[ $# -gt 0 ] || wrong 'what is to be checked? FOLDER or FILE'
[ ! -d "$1" ] || exec sm-render picofox --check-device "$1"

# A file that the transmitter takes is the one that sm-render would make of it.
say() { printf '%s: %s\n' "$(shown "${1##*/}")" "$2"; }
work=$(mktemp -d)
status=0
for file; do
  if ! sm-capture -i "$file" >"$work/sound"; then
    status=1
    continue
  fi
  finding=
  for profile in picofox picofox-8k; do
    rm -f "$work/made"
    sm-render picofox -q --profile "$profile" -i "$work/sound" -o "$work/made" 2>/dev/null ||
      continue
    if cmp -s "$work/made" - <"$file"; then
      finding="the transmitter sends it as it is (--profile $profile)"
    elif [ "$(wc -c <"$file")" -eq 288044 ] && [ "$(wc -c <"$work/made")" -eq 288044 ] &&
      [ "$(tail -c +45 <"$file" | cksum)" = "$(tail -c +45 <"$work/made" | cksum)" ]; then
      finding="the factory's file, with wrong lengths in its header; the transmitter sends it"
    fi
    [ -z "$finding" ] || break
  done
  if [ -n "$finding" ]; then
    seconds=$(sm-capture --probe -i "$work/sound" | awk '$1 == "seconds" { print $2 }')
    say "$file" "$(LC_ALL=C printf '%.1f' "$seconds") s; $finding"
  else
    status=1
    say "$file" 'not 5000 or 8000 Hz, 16 bits, one channel behind a header of 44 bytes'
  fi
done
exit $status
