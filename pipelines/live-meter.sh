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
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options D:i: device:,input:,view:,target:,record: "$@")"
need sm-capture signalmetric
from=-D name=default view=monitor target='' record=''
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) from=-D name=$2 ;;
  -i | --input) from=-i name=$2 ;;
  --view) view=$2 ;;
  --target) target=$2 ;;
  --record) record=$2 ;;
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
work=$(mktemp -d)
# Records do not tell of a recording that failed.
stage sm-capture --no-progress "$@" $from "$name" ${record:+--record "$record"} |
  sm-loudness ${target:+--target "$target"} | sm-fft | sm-scope |
  sm-render "$view" || left $?
whole
