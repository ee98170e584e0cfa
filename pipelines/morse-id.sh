#!/bin/sh
# The Morse identification of a fox transmitter, as the device makes it of its settings.
#
#   morse-id.sh [OPTION ...] CALLSIGN
#   morse-id.sh [OPTION ...] --settings FILE
#
#   -o, --output FILE    make a file; standard output unless given
#   --settings FILE      take call sign and all below from a settings.txt
#   --wpm WORDS          a minute, 1 to 30; 15 unless given
#   --farnsworth WORDS   between characters; as on the device, never slower than --wpm
#   --tone HZ            100 to 2499; 600 unless given
#   --volume PERCENT     1 to 100; 70 unless given
#   -h, --help           this text
#
# WAV of 5000 Hz, 16 bits, one channel: morse-id.sh N0CALL | aplay
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options o: output:,settings:,wpm:,farnsworth:,tone:,volume: "$@")"
need sm-capture signalmetric
out=- settings='' wpm=15 farnsworth='' tone=600 volume=70
while [ "$1" != -- ]; do
  case $1 in
  -o | --output) out=$2 ;;
  --settings) settings=$2 ;;
  --wpm) wpm=$2 ;;
  --farnsworth) farnsworth=$2 ;;
  --tone) tone=$2 ;;
  --volume) volume=$2 ;;
  esac
  shift 2
done
shift

# within VALUE LOW HIGH: a whole number between them
within() {
  case $1 in '' | *[!0-9]* | ?????*) return 1 ;; esac
  [ "$1" -ge "$2" ] && [ "$1" -le "$3" ]
}
if [ -n "$settings" ]; then
  [ $# -eq 0 ] || wrong 'either CALLSIGN or --settings'
  [ -r "$settings" ] || die "$settings: there is no such file, or it cannot be read"
  # As the device reads it: capitals; a last line without an end is none; one without an equals sign
  # stands in front of the next; what the device does not take is its default.
  work=$(mktemp -d)
  # shellcheck disable=SC2018,SC2019 # the device knows no other letters
  { LC_ALL=C tr a-z A-Z <"$settings" && echo .; } | sed '$d' >"$work/settings"
  setting() {
    LC_ALL=C awk -v key="$1=" '
      { line = line $0 }
      index(line, key) == 1 { value = substr(line, length(key) + 1); sub(/\r$/, "", value) }
      index(line, "=") { line = "" }
      END { print value }' "$work/settings"
  }
  # number KEY SIZE: a whole number in front of whatever else, as it is kept in 8 or 16 bits
  number() {
    setting "$1" | LC_ALL=C awk -v size="$2" 'match($0, /^[ \t]*[-+]?[0-9]+/) {
      value = substr($0, 1, RLENGTH) % size
      print value < 0 ? value + size : value
    }'
  }
  set -- "$(setting CALLSIGN | LC_ALL=C cut -c 1-11)"
  wpm=$(number MORSE_WPM 256)
  within "$wpm" 1 30 || wpm=15
  farnsworth=$(number MORSE_FARNSWORTH_WPM 256)
  within "$farnsworth" 1 255 || farnsworth=
  tone=$(number MORSE_TONE 65536)
  within "$tone" 100 2499 || tone=600
  volume=$(number MORSE_TONE_VOL 256)
  within "$volume" 1 100 || volume=70
  [ -n "$1" ] || die "$settings: CALLSIGN is empty, or its line has no end; the device does not transmit without one"
fi
[ $# -eq 1 ] || wrong 'exactly one CALLSIGN is sent'
# shellcheck disable=SC2018,SC2019
call=$(printf '%s' "$1" | LC_ALL=C tr a-z A-Z)
case $call in
'' | *[!A-Z0-9]*) wrong "$1 is no call sign of A to Z and 0 to 9" ;;
????????????*) wrong "$1 is longer than the 11 characters that the device takes" ;;
esac
within "$wpm" 1 30 || wrong "--wpm $wpm is no number of 1 to 30"
[ -z "$farnsworth" ] || within "$farnsworth" 1 255 ||
  wrong "--farnsworth $farnsworth is no number of 1 to 255"
within "$tone" 100 2499 || wrong "--tone $tone is no number of 100 to 2499"
within "$volume" 1 100 || wrong "--volume $volume is no number of 1 to 100"

# The samples, as octal bytes. Times are cut to whole samples; a dash is three dots, the gap inside
# a character one, between characters, before the first and behind the last three. Each tone begins
# at phase 0 and rises and falls in a straight line over a third of a dot.
samples() {
  LC_ALL=C awk -v call="$call" -v wpm="$wpm" -v spacing="${farnsworth:-$wpm}" -v tone="$tone" \
    -v volume="$volume" '
    function put(sample) {
      sample = int(sample)
      if (sample < 0) sample += 65536
      printf "\\%03o\\%03o", sample % 256, int(sample / 256)
    }
    function silence(count) { while (count-- > 0) put(0) }
    function beep(count,    i, rise) {
      rise = rate * 1.2 / wpm / 3
      for (i = 0; i < count; i++)
        put(peak * (i < rise ? i / rise : i > count - rise ? (count - i) / rise : 1) \
          * sin(6.283185307179586 * tone * i / rate))
    }
    # whole samples in so many dots; a hair more, so that 400 is not 399.99999
    function dots(count, speed) { return int(count * rate * 1.2 / speed + 0.000001) }
    BEGIN {
      rate = 5000
      peak = int(volume * 32767 / 100)
      if (spacing < wpm) spacing = wpm
      split(".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - " \
        "..- ...- .-- -..- -.-- --.. " \
        "----- .---- ..--- ...-- ....- ..... -.... --... ---.. ----.", code, " ")
      silence(dots(3, spacing))
      for (c = 1; c <= length(call); c++) {
        sign = code[index("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", substr(call, c, 1))]
        for (e = 1; e <= length(sign); e++) {
          if (e > 1) silence(dots(1, wpm))
          beep(dots(substr(sign, e, 1) == "-" ? 3 : 1, wpm))
        }
        silence(dots(3, spacing))
      }
    }'
}
[ -n "$work" ] || work=$(mktemp -d)
samples >"$work/octal" || exit 1
# shellcheck disable=SC2059
printf "$(cat "$work/octal")" | sm-capture -f s16 -r 5000 -c 1 - >"$work/sound"
sm-render picofox -i "$work/sound" -o "$out"
