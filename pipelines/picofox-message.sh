#!/bin/sh
# Speaks a text, and makes it the message of a fox transmitter.
#
#   picofox-message.sh -o FILE [OPTION ...] [TEXT ...]
#
#   -o, --output FILE   the device's audio.wav, or any file; an old one is kept as a copy
#   --voice NAME        as of espeak-ng --voices; en unless given
#   --speed WORDS       a minute, 80 to 450; 140 unless given
#   --profile NAME      picofox (5000 Hz) unless given, or picofox-8k
#   --listen            play it as the transmitter will sound, and write nothing
#   -h, --help          this text
#
# Without TEXT, standard input is spoken; at most 2000 characters. FILE becomes the whole speech,
# or stays as it was.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options o: output:,voice:,speed:,profile:,listen "$@")"
need sm-capture signalmetric
out='' voice=en speed=140 profile=picofox listen=''
while [ "$1" != -- ]; do
  case $1 in
  -o | --output) out=$2 && shift ;;
  --voice) voice=$2 && shift ;;
  --speed) speed=$2 && shift ;;
  --profile) profile=$2 && shift ;;
  --listen) listen=yes ;;
  esac
  shift
done
shift
[ -n "$out$listen" ] || wrong 'which file? -o FILE, or --listen'
case $speed in '' | *[!0-9]* | ????*) speed=0 ;; esac
if [ "$speed" -lt 80 ] || [ "$speed" -gt 450 ]; then wrong '--speed is 80 to 450 words a minute'; fi
need espeak-ng espeak-ng
[ -z "$listen" ] || player

if [ $# -gt 0 ]; then text=$*; else text=$(head -c 8100); fi
count=$(printf '%s' "$text" | LC_ALL=C.UTF-8 wc -m)
[ "$count" -le 2000 ] || wrong "the text has more than 2000 characters"
printf '%s' "$text" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || wrong 'the text is not UTF-8'
printf '%s' "$text" | grep -q '[^[:space:]]' || wrong 'the text is empty'
work=$(mktemp -d)
# espeak-ng makes a folder for a sound server, also when it plays nothing.
speak() { PULSE_RUNTIME_PATH="$work/pulse" espeak-ng -v "$voice" -s "$speed" --stdout "$@"; }
speak x >/dev/null 2>&1 ||
  die "espeak-ng has no voice $voice; espeak-ng --voices lists them"

# The speech is whole before anything is made of it. espeak-ng does not notice a full disk, so
# sm-capture writes it.
printf '%s\n' "$text" | stage speak --stdin | stage sm-capture -q - >"$work/speech"
whole || die 'the speech is not whole; nothing was made of it'
if [ -n "$listen" ]; then
  stage sm-render preview --as-device --speech --profile "$profile" -i "$work/speech" | play
  whole
else
  sm-render picofox --speech --profile "$profile" -i "$work/speech" -o "$out"
fi
