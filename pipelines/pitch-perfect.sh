#!/bin/sh
# Records a voice and plays it back in another way: slow, fast, high, low, with echo, with reverb.
#
#   pitch-perfect.sh [OPTION ...] EFFECT ...
#
#   EFFECT                slow, fast, high, low, echo, reverb, together in this order; or options
#                         of sm-effect behind --, such as: -- --pitch 300 --tempo 0.8
#   -D, --device DEVICE   the sound card, by ALSA's name (default); sm-capture --list-devices
#   --seconds SECONDS     how long to record, 5 unless given; Ctrl-C ends it before
#   --keep FILE           keep the recording, as .wav, .flac, .ogg, .opus, .aiff, .caf or .mp3
#   -i, --input FILE      take this instead of recording
#   -o, --output FILE     make a file instead of playing
#   --force               replace files if they exist
#   -h, --help            this text
#
# Plays with aplay or pw-play. Ctrl-C stops.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options D:i:o: device:,seconds:,keep:,input:,output:,force "$@")"
need sm-capture signalmetric
device=default seconds=5 keep='' file='' out='' force=''
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) device=$2 && shift ;;
  --seconds) seconds=$2 && shift ;;
  --keep) keep=$2 && shift ;;
  -i | --input) file=$2 && shift ;;
  -o | --output) out=$2 && shift ;;
  --force) force=$1 ;;
  esac
  shift
done
shift
[ $# -gt 0 ] || wrong 'which effect? slow, fast, high, low, echo or reverb'
for made in "$keep" "$out"; do
  [ -z "$made" ] || fresh "$made" "$force"
done
[ -n "$out" ] || player

if [ -n "$out" ]; then work=$(beside "$out"); else work=$(mktemp -d); fi
# A word that is no effect is found before anybody has spoken.
sm-capture --silence --duration 0.01 | sm-effect "$@" >/dev/null
if [ -n "$file" ]; then
  readable "$file"
else
  need arecord alsa-utils
  file=${keep:-$work/voice.wav}
  echo "${0##*/}: recording for $seconds seconds; Ctrl-C ends it before" >&2
  trap : INT
  sm-capture -D "$device" -c 1 --duration "$seconds" --record "$file" ${force:+--force} >/dev/null
  trap 'exit 130' INT
fi

if [ -n "$out" ]; then
  sm-capture -i "$file" | sm-effect "$@" | sm-render wav -o "$work/new.${out##*.}"
  mv -f -- "$work/new.${out##*.}" "$out"
else
  sm-capture --no-progress -i "$file" | stage sm-effect -t wav "$@" | play
  whole
fi
