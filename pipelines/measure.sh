#!/bin/sh
# Measures sound files (and, with --demo, the built-in demo signal) and prints a table.
#
#   pipelines/measure.sh [--demo] [FILE ...]
set -eu

fields=channels,time,loudness.integrated,loudness.range,loudness.momentary_max
fields=$fields,loudness.short_term_max,loudness.true_peak_max,loudness.plr

[ $# -gt 0 ] || set -- --demo
echo "Each line: sm-capture FILE | sm-loudness | sm-render csv --last --fields $fields"
echo
printf '%-28s %4s %9s %9s %7s %9s %9s %9s %7s\n' \
  'source' 'ch' 'length' 'int.' 'LRA' 'max M' 'max S' 'true pk' 'PLR' \
  '' '' 's' 'LUFS' 'LU' 'LUFS' 'LUFS' 'dBTP' 'LU'

failed=0
for file; do
  # One line of names, one of values; nothing at all when the file cannot be read.
  if [ "$file" = --demo ]; then
    set -- --demo
  else
    set -- -- "$file"
  fi
  values=$(sm-capture "$@" | sm-loudness | sm-render csv --last --fields "$fields" | tail -n 1) ||
    values=
  case $values in
  '' | [!0-9]*)
    failed=1
    continue
    ;;
  esac
  [ "$file" = --demo ] && file='(demo signal)'
  printf '%s\n' "$values" | LC_ALL=C awk -F, -v name="${file##*/}" '
    function one(value) { return value == "" ? "-" : sprintf("%.1f", value) }
    {
      if (length(name) > 28) name = substr(name, 1, 27) "~"
      printf "%-28s %4d %9s %9s %7s %9s %9s %9s %7s\n", name, $1, one($2), one($3), one($4),
        one($5), one($6), one($7), one($8)
    }'
done
echo
echo 'True peak is an estimate; a loudness range of less than 60 s is provisional; "-" is no value.'
exit $failed
