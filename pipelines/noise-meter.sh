#!/bin/sh
# A noise meter of a microphone, or of a file as it would play, with a log of what it read.
#
#   noise-meter.sh [-D DEVICE | -i FILE] [OPTION ...]
#
#   -D, --device DEVICE   the sound card, by ALSA's name (default); sm-capture --list-devices
#   -i, --input FILE      a file instead, at its own pace
#   --calibrate DB        add DB to every level, which you know from a sound level meter
#   --history FILE        add a line to FILE for each half second
#   --save FILE           keep every measurement, and no sound, for sm-render csv -i FILE
#   --note TEXT           words to keep with them, such as where it was
#   -h, --help            this text
#
# Without --calibrate the number is no sound level, only louder and softer.
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
# q ends a view as SIGTERM would: no failure.
left() { [ "$1" -eq 143 ] || exit "$1"; }
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap '[ -z "${work:-}" ] || rm -rf -- "$work"' EXIT
need sm-capture signalmetric

words=$(getopt -n - -o D:i:h -l device:,input:,calibrate:,history:,save:,note:,help -- "$@" 2>&1) ||
  wrong "$words"
eval "set -- $words"
from=-D name=default calibrate='' history='' save=/dev/null note=''
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) from=-D name=$2 ;;
  -i | --input) from=-i name=$2 ;;
  --calibrate) calibrate=$2 ;;
  --history) history=$2 ;;
  --save) save=$2 ;;
  --note) note=$2 ;;
  -h | --help) usage && exit ;;
  esac
  shift 2
done
[ $# -eq 1 ] || wrong "$2 is one word too many; a file is named with -i"
shift

if [ $from = -i ]; then
  sm-capture --probe -i "$name" >/dev/null
else
  need arecord alsa-utils
fi
[ $from = -D ] || set -- --realtime
[ "$save" = /dev/null ] || [ ! -e "$save" ] || die "$save exists; choose another name"
work=$(mktemp -d)
# tee -i lives through Ctrl-C, so that the end of the measurements is saved and drawn as well.
stage sm-capture --no-progress "$@" $from "$name" ${note:+--note "$note"} |
  stage sm-loudness --no-pcm | stage tee -i -- "$save" |
  sm-render meter ${calibrate:+--calibrate "$calibrate"} ${history:+--history "$history"} ||
  left $?
whole
