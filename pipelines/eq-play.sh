#!/bin/sh
# Plays sound files through an equalizer, or a microphone, or makes a file of what they become.
#
#   eq-play.sh -p PRESET [OPTION ...] FILE ...
#   eq-play.sh -p PRESET [OPTION ...] -D DEVICE
#
#   -p, --preset PRESET   a name of sm-eq --list, or a file of any kind that sm-eq reads
#   -D, --device DEVICE   a sound card instead of files: what you say is what you hear
#   -o, --output FILE     make one file of all: .wav, .flac, .ogg, .opus, .aiff, .caf or .mp3
#   --force               replace FILE if it exists
#   --preamp DB           gain of all; auto, so that nothing gets louder, unless given
#   --mixer               fourteen sliders on the terminal, meanwhile
#   -h, --help            this text
#
# Plays with aplay or pw-play. Ctrl-Z pauses, but not beside --mixer; fg goes on, Ctrl-C stops.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options p:D:o: preset:,device:,output:,force,preamp:,mixer "$@")"
need sm-capture signalmetric
preset='' device='' out='' force='' preamp=auto mixer=''
while [ "$1" != -- ]; do
  case $1 in
  -p | --preset) preset=$2 && shift ;;
  -D | --device) device=$2 && shift ;;
  -o | --output) out=$2 && shift ;;
  --force) force=yes ;;
  --preamp) preamp=$2 && shift ;;
  --mixer) mixer=$1 ;;
  esac
  shift
done
shift
[ -n "$preset$mixer" ] || wrong 'which preset? -p PRESET or --mixer'
[ -n "$device" ] || [ $# -gt 0 ] || wrong 'what is to be played? FILE or -D DEVICE'
[ -z "$device" ] || [ $# -eq 0 ] || wrong 'either FILE or -D DEVICE'
[ -z "$device" ] || [ -z "$out" ] || wrong '-o is for files; sm-capture --record keeps a card'
[ -z "$out" ] || fresh "$out" "$force"
[ -z "$device" ] || need arecord alsa-utils
[ -n "$out" ] || player
[ -z "$preset" ] || sm-eq --check -p "$preset" >/dev/null
readable "$@"

equalize() { sm-eq ${preset:+-p "$preset"} --preamp "$preamp" ${mixer:+--mixer} -t "$1"; }
if [ -n "$out" ]; then
  # The file takes its name when every stage has ended well.
  work=$(beside "$out")
  sm-capture -- "$@" | equalize records | sm-render wav -o "$work/new.${out##*.}"
  mv -f -- "$work/new.${out##*.}" "$out"
elif [ -n "$device" ]; then
  work=$(mktemp -d)
  latency=40000
  sm-capture --no-progress -D "$device" -b 128 | stage equalize wav | play
  whole
else
  # A file after the other, since each may have a rate of its own.
  work=$(mktemp -d)
  for file; do
    sm-capture --no-progress -i "$file" | stage equalize wav | play
    whole
  done
fi
