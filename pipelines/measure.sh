#!/bin/sh
# Measures sound files, or the built-in demo signal, and prints a table.
#
#   measure.sh [--demo] [FILE ...]
#
#   --demo       the demo signal, before the files; also where no file is named
#   -h, --help   this text
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

eval "$(options '' demo "$@")"
need sm-capture signalmetric
demo=''
while [ "$1" != -- ]; do demo=$1 && shift; done
shift
[ $# -gt 0 ] || demo=--demo

fields=channels,time,loudness.integrated,loudness.range,loudness.momentary_max
fields=$fields,loudness.short_term_max,loudness.true_peak_max,loudness.plr

echo "Each line: sm-capture FILE | sm-loudness | sm-render csv --last --fields $fields"
echo
printf '%-28s %4s %9s %9s %7s %9s %9s %9s %7s\n' \
  'source' 'ch' 'length' 'int.' 'LRA' 'max M' 'max S' 'true pk' 'PLR' \
  '' '' 's' 'LUFS' 'LU' 'LUFS' 'LUFS' 'dBTP' 'LU'

# A line of the table: its name, and what sm-capture reads.
row() {
  name=$1
  shift
  values=$(sm-capture "$@" | sm-loudness | sm-render csv --last --fields "$fields") || return 1
  printf '%s\n' "$values" | NAME=$name LC_ALL=C awk -F, "$(cat "$here/cell.awk")"'
    function one(value) { return value == "" ? "-" : sprintf("%.1f", value) }
    NR == 2 {
      printf "%s %4d %9s %9s %7s %9s %9s %9s %7s\n", cell(ENVIRON["NAME"], 28), $1, one($2),
        one($3), one($4), one($5), one($6), one($7), one($8)
    }'
}

status=0
[ -z "$demo" ] || row '(demo signal)' --demo || status=1
for file; do
  { readable "$file" && row "${file##*/}" -i "$file"; } || status=1
done
echo
echo 'True peak is an estimate; a loudness range of less than 60 s is provisional; "-" is no value.'
exit $status
