#!/bin/sh
# Plays a sound file and shows it at once.
#
#   play-and-watch.sh [--view VIEW] FILE
#
#   --view VIEW   monitor (what is shown unless given), spectrum, timeline, scope, meter
#   -h, --help    this text
#
# Plays with aplay or pw-play. q or Ctrl-C ends both.
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

words=$(getopt -n - -o h -l view:,help -- "$@" 2>&1) || wrong "$words"
eval "set -- $words"
view=monitor
while [ "$1" != -- ]; do
  case $1 in
  --view) view=$2 ;;
  -h | --help) usage && exit ;;
  esac
  shift 2
done
[ $# -eq 2 ] || wrong 'exactly one FILE is played'
sm-capture --probe -i "$2" >/dev/null
player

# tee makes two branches of one stream. The source keeps real time, so that what is seen is what
# is heard; in the branch that is heard nobody drops anything (--lossless), and the player may hold
# all of them up. The branch that is seen begins with a stage that drops rather than waits (--live),
# so that drawing cannot hold up the sound.
# What sm-capture could say here, the source has said already.
sound() { sm-capture --lossless -t wav - <"$work/sound" 2>/dev/null | play; }
work=$(mktemp -d)
mkfifo "$work/sound"
stage sound | stage sm-capture --no-progress --realtime --lossless -i "$2" |
  stage tee -i "$work/sound" |
  stage sm-capture --no-progress --live - | stage sm-loudness | stage sm-fft | stage sm-scope |
  sm-render "$view" || left $?
whole
