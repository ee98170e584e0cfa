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

usage() { sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"; }
die() {
  printf '%s: %s\n' "${0##*/}" "$(printf '%s' "$1" | tr '[:cntrl:]' '?')" >&2
  exit "${2:-1}"
}
wrong() { die "$(printf '%s\n' "$1" | sed '1!d; s/^-: //'); see --help" 2; }
need() { command -v "$1" >/dev/null || die "$1 is missing; install the Debian package $2"; }
# sh forgets the status of all stages of a chain but the last: one that fails leaves a mark. 141 is
# one whose reader has gone, which is how q ends a chain.
stage() { "$@" || [ $? -eq 141 ] || : >"$work/failed"; }
whole() { [ ! -e "$work/failed" ]; }
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap '[ -z "${work:-}" ] || rm -rf -- "$work"' EXIT
need sm-capture signalmetric

words=$(getopt -n - -o h -l help -- "$@" 2>&1) || wrong "$words"
eval "set -- $words"
[ "$1" = -- ] || { usage && exit; }
shift
[ $# -gt 0 ] || wrong 'what is to be checked? FOLDER or FILE'
[ ! -d "$1" ] || exec sm-render picofox --check-device "$1"

# A file that the transmitter takes is the one that sm-render would make of it.
say() { printf '%s: %s\n' "$(printf '%s' "${1##*/}" | tr '[:cntrl:]' '?')" "$2"; }
work=$(mktemp -d)
for file; do
  if ! sm-capture -i "$file" >"$work/sound"; then
    : >"$work/failed"
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
    : >"$work/failed"
    say "$file" 'not 5000 or 8000 Hz, 16 bits, one channel behind a header of 44 bytes'
  fi
done
whole
