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
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options D: device:,seconds: "$@")"
need sm-capture signalmetric
device=default seconds=5
while [ "$1" != -- ]; do
  case $1 in
  -D | --device) device=$2 ;;
  --seconds) seconds=$2 ;;
  esac
  shift 2
done
shift

# Level and clip events, of a source that was read to its end.
measure() {
  values=$(sm-capture "$@" | sm-loudness --no-pcm --mono |
    sm-render csv --last --fields weighted.laeq,levels.1.clip_events) || return
  printf '%s\n' "$values" | tail -n 1
}
listen() {
  printf '%s: %s, for %s seconds\n' "${0##*/}" "$1" "$seconds" >&2
  if [ -t 0 ]; then
    printf 'Enter begins: ' >&2
    read -r _
  fi
  measure -D "$device" --duration "$seconds"
}

case $# in
0)
  need arecord alsa-utils
  room=$(listen 'be quiet: this is the room')
  voice=$(listen 'now speak as you will')
  ;;
2)
  readable "$@"
  room=$(measure -i "$1")
  voice=$(measure -i "$2")
  ;;
*) wrong 'either two files, ROOM and VOICE, or none' ;;
esac
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
