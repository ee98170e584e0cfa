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
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options '' view: "$@")"
need sm-capture signalmetric
view=monitor
while [ "$1" != -- ]; do
  case $1 in
  --view) view=$2 ;;
  esac
  shift 2
done
[ $# -eq 2 ] || wrong 'exactly one FILE is played'
readable "$2"
player

# tee makes two branches of one stream. The source keeps real time, so that what is seen is what
# is heard; in the branch that is heard nobody drops anything (--lossless), and the player may hold
# all of them up. The branch that is seen begins with a stage that drops rather than waits (--live),
# so that drawing cannot hold up the sound.
# What sm-capture could say here, the source has said already.
sound() { sm-capture --lossless -t wav - <"$work/sound" 2>/dev/null | play; }
work=$(mktemp -d)
mkfifo "$work/sound"
stage sound | sm-capture --no-progress --realtime --lossless -i "$2" |
  stage tee -i "$work/sound" |
  sm-capture --no-progress --live - | sm-loudness | sm-fft | sm-scope |
  sm-render "$view" || left $?
whole
