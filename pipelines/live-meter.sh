#!/bin/sh
# Shows the meters of a microphone, or of a file as it would play, until it ends or you press q.
#
#   live-meter.sh [-D DEVICE | -i FILE] [OPTION ...]
#
#   -D, --device DEVICE   the sound card, by ALSA's name (default); sm-capture --list-devices
#   -i, --input FILE      a file instead, at its own pace
#   --view VIEW           monitor (what is shown unless given), spectrum, timeline, scope, meter
#   --target LUFS         what is aimed at: streaming, ebu, atsc or a number
#   --record FILE         also record: .wav, .flac, .ogg, .opus, .aiff, .caf or .mp3
#   -h, --help            this text
#
# Keys: 1 2 3 4 change the view, space stops the picture, ? shows all keys.
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

words=$(getopt -n - -o D:i:h -l device:,input:,view:,target:,record:,help -- "$@" 2>&1) ||
  wrong "$words"
eval "set -- $words"
from=-D name=default view=monitor target='' record=''
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) from=-D name=$2 ;;
  -i | --input) from=-i name=$2 ;;
  --view) view=$2 ;;
  --target) target=$2 ;;
  --record) record=$2 ;;
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
work=$(mktemp -d)
stage sm-capture --no-progress "$@" $from "$name" ${record:+--record "$record"} |
  stage sm-loudness ${target:+--target "$target"} | stage sm-fft | stage sm-scope |
  sm-render "$view" || left $?
whole
