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
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
trap '[ -z "${work:-}" ] || rm -rf -- "$work"' EXIT
need sm-capture signalmetric

words=$(getopt -n - -o o:n:h -l output:,size:,range:,linear,levels:,colors:,paper,help -- "$@" \
  2>&1) || wrong "$words"
eval "set -- $words"
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
  -h | --help) usage && exit ;;
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
sm-capture --probe -i "$2" >/dev/null

# The picture takes its name when every stage has ended well.
work=$(beside "$out")
stage sm-capture -i "$2" | stage sm-loudness | stage sm-fft -n "$length" --bins --no-pcm |
  sm-render timeline -o "$work/new.${out##*.}" --size "$size" \
    --fmin "${range%:*}" --fmax "${range#*:}" --floor "${levels%:*}" --ceiling "${levels#*:}" \
    ${linear:+--linear} ${colors:+--colors "$colors"} ${paper:+--appearance paper}
whole
mv -f -- "$work/new.${out##*.}" "$out"
