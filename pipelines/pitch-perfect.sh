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

words=$(getopt -n - -o D:i:o:h -l device:,seconds:,keep:,input:,output:,force,help -- "$@" 2>&1) ||
  wrong "$words"
eval "set -- $words"
device=default seconds=5 keep='' file='' out='' force=''
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) device=$2 && shift ;;
  --seconds) seconds=$2 && shift ;;
  --keep) keep=$2 && shift ;;
  -i | --input) file=$2 && shift ;;
  -o | --output) out=$2 && shift ;;
  --force) force=$1 ;;
  -h | --help) usage && exit ;;
  esac
  shift
done
shift
[ $# -gt 0 ] || wrong 'which effect? slow, fast, high, low, echo or reverb'
for made in "$keep" "$out"; do
  [ -n "$force" ] || [ -z "$made" ] || [ ! -e "$made" ] || die "$made exists; --force replaces it"
done
case $out in
'' | *.wav | *.flac | *.ogg | *.opus | *.aiff | *.caf | *.mp3) ;;
*) wrong "$out: the suffix is none of wav, flac, ogg, opus, aiff, caf and mp3" ;;
esac
[ -n "$out" ] || player

if [ -n "$out" ]; then work=$(beside "$out"); else work=$(mktemp -d); fi
# A word that is no effect is found before anybody has spoken.
sm-capture --silence --duration 0.01 | sm-effect "$@" >/dev/null
if [ -n "$file" ]; then
  sm-capture --probe -i "$file" >/dev/null
else
  need arecord alsa-utils
  file=${keep:-$work/voice.wav}
  echo "${0##*/}: recording for $seconds seconds; Ctrl-C ends it before" >&2
  trap : INT
  sm-capture -D "$device" -c 1 --duration "$seconds" --record "$file" ${force:+--force} >/dev/null
  trap 'exit 130' INT
fi

if [ -n "$out" ]; then
  stage sm-capture -i "$file" | stage sm-effect "$@" | sm-render wav -o "$work/new.${out##*.}"
  whole
  mv -f -- "$work/new.${out##*.}" "$out"
else
  stage sm-capture --no-progress -i "$file" | stage sm-effect -t wav "$@" | play
  whole
fi
