#!/bin/sh
# Draws every view as a picture.
#
#   gallery.sh [FOLDER]
#
#   FOLDER       where the pictures go; gallery, here, unless given
#   -h, --help   this text
#
# Of music in the public domain (Debian's sonic-pi-samples) where it is installed, otherwise of the
# demo signal.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options '' '' "$@")"
need sm-capture signalmetric
shift
[ $# -le 1 ] || wrong "$2 is one word too many"

folder=${1:-gallery}
samples=/usr/share/sonic-pi/samples
work=$(mktemp -d)
mkdir -p -- "$folder"

# One source of several pieces: raw sound has no beginning and no end.
if [ -d "$samples" ]; then
  for name in loop_garzul loop_tabla ambi_piano guit_em9 loop_amen_full; do
    stage sm-capture -t raw "$samples/$name.flac"
  done | sm-capture -f f32 -r 44100 -c 2 - -t wav >"$work/music.wav"
  whole
  set -- "$work/music.wav"
else
  set -- --demo --duration 14
fi

sm-capture --anonymous "$@" | sm-loudness --target ebu | sm-fft --bins | sm-scope >"$work/all.sm"
for view in monitor spectrum timeline scope meter waveform; do
  sm-render "$view" -i "$work/all.sm" --size 800x450 -o "$folder/$view.png"
done
sm-render spectrum --bins -i "$work/all.sm" --size 800x450 -o "$folder/bins.png"
sm-capture --demo --duration 3.4 | sm-scope | sm-render scope --xy --size 800x450 -o "$folder/xy.png"
sm-render waveform --appearance paper --trim 8:19 -i "$work/all.sm" --size 800x450 \
  -o "$folder/paper.png"
sm-eq --band 64=4 --band 256=-3 --band 10k=5 --response |
  sm-render spectrum --size 800x450 -o "$folder/response.png"
echo "$folder: $(find "$folder" -name '*.png' | wc -l) pictures"
