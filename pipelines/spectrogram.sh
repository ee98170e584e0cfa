#!/bin/sh
# Draws the spectrogram of a sound file, with its loudness beneath.
#
#   spectrogram.sh [OPTION ...] FILE
#
#   -o, --output FILE   .png, .svg or .pdf; NAME-spectrogram.png, here, unless given
#   --size WxH          pixels or points; 1280x720 unless given
#   --range LO:HI       frequencies, Hz; 45:16000 unless given
#   --linear            equal distances instead of equal ratios, from 0 Hz
#   --levels LO:HI      levels at the ends of the colours, dBFS; -100:0 unless given
#   --colors NAME       magma, viridis, inferno, grey, audiokit, or a list such as '#000000,#ff8800'
#   --paper             on white, for print
#   -n SAMPLES          of a transform; more tell frequencies better apart; 4096 unless given
#   -h, --help          this text
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options o:n: output:,size:,range:,linear,levels:,colors:,paper "$@")"
need sm-capture signalmetric
out='' size=1280x720 range=45:16000 linear='' levels=-100:0 colors='' paper='' length=4096
while [ "$1" != -- ]; do
  case $1 in
  -o | --output) out=$2 && shift ;;
  --size) size=$2 && shift ;;
  --range) range=$2 && shift ;;
  --linear) linear=$1 ;;
  --levels) levels=$2 && shift ;;
  --colors) colors=$2 && shift ;;
  --paper) paper=yes ;;
  -n) length=$2 && shift ;;
  esac
  shift
done
[ $# -eq 2 ] || wrong 'exactly one FILE is drawn'
case $range in *:*) ;; *) wrong "--range $range is not LO:HI" ;; esac
case $levels in *:*) ;; *) wrong "--levels $levels is not LO:HI" ;; esac
if [ -z "$out" ]; then
  out=${2##*/}
  out=./${out%.*}-spectrogram.png
fi
case $out in
*.png | *.svg | *.pdf) ;;
*) wrong "$out: the suffix is none of png, svg and pdf" ;;
esac
readable "$2"

# The picture takes its name when every stage has ended well.
work=$(beside "$out")
sm-capture -i "$2" | sm-loudness | sm-fft -n "$length" --bins --no-pcm |
  sm-render timeline -o "$work/new.${out##*.}" --size "$size" \
    --fmin "${range%:*}" --fmax "${range#*:}" --floor "${levels%:*}" --ceiling "${levels#*:}" \
    ${linear:+--linear} ${colors:+--colors "$colors"} ${paper:+--appearance paper}
mv -f -- "$work/new.${out##*.}" "$out"
