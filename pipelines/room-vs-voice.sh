#!/bin/sh
# How far a voice stands above the noise of the room: both are heard, and their levels compared.
#
#   room-vs-voice.sh [-D DEVICE] [--seconds SECONDS]
#   room-vs-voice.sh ROOM VOICE
#
#   ROOM VOICE            two files, made with the same microphone and the same gain
#   -D, --device DEVICE   the sound card, by ALSA's name (default); sm-capture --list-devices
#   --seconds SECONDS     of the room, and of the voice; 5 unless given
#   -h, --help            this text
#
# Levels are A-weighted and those of the file, no sound pressure.
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

words=$(getopt -n - -o D:h -l device:,seconds:,help -- "$@" 2>&1) || wrong "$words"
eval "set -- $words"
device=default seconds=5
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) device=$2 ;;
  --seconds) seconds=$2 ;;
  -h | --help) usage && exit ;;
  esac
  shift 2
done
shift

# Level and clip events, of a source that was read to its end.
measure() {
  stage sm-capture "$@" | stage sm-loudness --no-pcm --mono |
    stage sm-render csv --last --fields weighted.laeq,levels.1.clip_events | tail -n 1
}
listen() {
  printf '%s: %s, for %s seconds\n' "${0##*/}" "$1" "$seconds" >&2
  if [ -t 0 ]; then
    printf 'Enter begins: ' >&2
    read -r _
  fi
  measure -D "$device" --duration "$seconds"
}

work=$(mktemp -d)
case $# in
0)
  need arecord alsa-utils
  room=$(listen 'be quiet: this is the room')
  whole
  voice=$(listen 'now speak as you will')
  ;;
2)
  for file; do sm-capture --probe -i "$file" >/dev/null; done
  room=$(measure -i "$1")
  whole
  voice=$(measure -i "$2")
  ;;
*) wrong 'either two files, ROOM and VOICE, or none' ;;
esac
whole
[ "${room%,*}" ] || die 'the room is digital silence; is the microphone muted?'
[ "${voice%,*}" ] || die 'the voice is digital silence; is the microphone muted?'

# The voice was heard together with the room, whose energy is taken away for the ratio.
LC_ALL=C awk -v room="$room" -v voice="$voice" 'BEGIN {
  split(room, r, ","); split(voice, v, ",")
  over = v[1] - r[1]
  printf "room        %6.1f dBFS(A)\nvoice       %6.1f dBFS(A)\n", r[1], v[1]
  printf "difference  %6.1f dB\n", over
  if (over < 1) verdict = "the voice does not stand out of the room"
  else {
    snr = 10 * log(10 ^ (over / 10) - 1) / log(10)
    verdict = sprintf("the voice alone is %.0f dB above the room: ", snr) (\
      snr < 6 ? "hardly to be understood" : snr < 15 ? "tiring to listen to" : \
      snr < 30 ? "good for a call" : snr < 45 ? "good for a recording" : "as in a studio")
  }
  print verdict
  if (v[2] > 0) print "the voice is clipped " v[2] " times: turn the gain down and try again"
}'
