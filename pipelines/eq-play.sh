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
# Plays with aplay or pw-play. Ctrl-Z pauses, fg goes on, Ctrl-C stops.
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
# A folder for unfinished work beside a file, so that the finished one only has to be renamed.
beside() {
  mktemp -d -- "$(dirname -- "$1")/.${0##*/}.XXXXXX" 2>/dev/null ||
    die "$1: its folder is missing or cannot be written to"
}
# Plays WAV; microseconds of it wait in the player.
latency=200000
play() {
  if command -v aplay >/dev/null; then
    aplay -q --buffer-time=$latency -
  else
    pw-play --latency="${latency}us" /dev/stdin
  fi
}
player() { command -v pw-play >/dev/null || need aplay alsa-utils; }
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap '[ -z "${work:-}" ] || rm -rf -- "$work"' EXIT
need sm-capture signalmetric

words=$(getopt -n - -o p:D:o:h -l preset:,device:,output:,force,preamp:,mixer,help -- "$@" 2>&1) ||
  wrong "$words"
eval "set -- $words"
preset='' device='' out='' force='' preamp=auto mixer=''
while [ "$1" != -- ]; do
  case $1 in
  -p | --preset) preset=$2 && shift ;;
  -D | --device) device=$2 && shift ;;
  -o | --output) out=$2 && shift ;;
  --force) force=yes ;;
  --preamp) preamp=$2 && shift ;;
  --mixer) mixer=$1 ;;
  -h | --help) usage && exit ;;
  esac
  shift
done
shift
[ -n "$preset$mixer" ] || wrong 'which preset? -p PRESET or --mixer'
[ -n "$device" ] || [ $# -gt 0 ] || wrong 'what is to be played? FILE or -D DEVICE'
[ -z "$device" ] || [ $# -eq 0 ] || wrong 'either FILE or -D DEVICE'
[ -z "$device" ] || [ -z "$out" ] || wrong '-o is for files; sm-capture --record keeps a card'
[ -z "$out" ] || [ -n "$force" ] || [ ! -e "$out" ] || die "$out exists; --force replaces it"
case $out in
'' | *.wav | *.flac | *.ogg | *.opus | *.aiff | *.caf | *.mp3) ;;
*) wrong "$out: the suffix is none of wav, flac, ogg, opus, aiff, caf and mp3" ;;
esac
[ -z "$device" ] || need arecord alsa-utils
[ -n "$out" ] || player
[ -z "$preset" ] || sm-eq --check -p "$preset" >/dev/null
for file; do sm-capture --probe -i "$file" >/dev/null; done

equalize() { sm-eq ${preset:+-p "$preset"} --preamp "$preamp" ${mixer:+--mixer} "$@"; }
if [ -n "$out" ]; then
  # The file takes its name when every stage has ended well.
  work=$(beside "$out")
  stage sm-capture -- "$@" | stage equalize | sm-render wav -o "$work/new.${out##*.}"
  whole
  mv -f -- "$work/new.${out##*.}" "$out"
elif [ -n "$device" ]; then
  work=$(mktemp -d)
  latency=40000
  stage sm-capture --no-progress -D "$device" -b 128 | stage equalize -t wav | play
  whole
else
  # A file after the other, since each may have a rate of its own.
  work=$(mktemp -d)
  for file; do
    stage sm-capture --no-progress -i "$file" | stage equalize -t wav | play
    whole
  done
fi
