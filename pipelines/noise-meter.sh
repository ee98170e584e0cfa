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
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options D:i: device:,input:,calibrate:,history:,save:,note: "$@")"
need sm-capture signalmetric
from=-D name=default calibrate='' history='' save=/dev/null note=''
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) from=-D name=$2 ;;
  -i | --input) from=-i name=$2 ;;
  --calibrate) calibrate=$2 ;;
  --history) history=$2 ;;
  --save) save=$2 ;;
  --note) note=$2 ;;
  esac
  shift 2
done
[ $# -eq 1 ] || wrong "$2 is one word too many; a file is named with -i"
shift

if [ $from = -i ]; then
  readable "$name"
  set -- --realtime
else
  need arecord alsa-utils
fi
[ "$save" = /dev/null ] || [ ! -e "$save" ] || die "$save exists; choose another name"
work=$(mktemp -d)
# tee -i lives through Ctrl-C, so that the end of the measurements is saved and drawn as well.
sm-capture --no-progress "$@" $from "$name" ${note:+--note "$note"} |
  sm-loudness --no-pcm | stage tee -i -- "$save" |
  sm-render meter ${calibrate:+--calibrate "$calibrate"} ${history:+--history "$history"} ||
  left $?
whole
