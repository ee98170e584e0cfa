#!/bin/sh
# Measures sound files and says what is wrong with them, and when.
#
#   loudness-report.sh [OPTION ...] FILE ...
#
#   --json, --csv          a line of JSON a file, or a row of CSV a finding, instead of the table
#   --html FILE            also one page with waveforms, loudness, spectrograms and findings
#   --pdf FILE             the same on paper; needs weasyprint or chromium
#   --target NAME|LUFS     ebu (-23), atsc (-24), streaming (-14) or a number; status 1 outside it
#   --tolerance LU         how far from the target is still inside it; 0.5 unless given
#   --peak DBTP            limit of the true peak; -1 unless given, -2 for atsc
#   --silence DBFS         RMS of every channel that is called silence; -60 unless given
#   --silence-length S     how long it has to last; 1 unless given
#   --layout NAME          what the channels are, as for sm-loudness
#   --dual-mono            count a single channel as two
#   -h, --help             this text
#
# Status: 0 done, 1 a file is outside the target or could not be measured, 2 wrong usage.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

number() {
  printf '%s\n' "$2" | grep -Eq '^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)$' || wrong "$1: '$2' is no number"
}

values=html:,pdf:,target:,tolerance:,peak:,silence:,silence-length:,layout:
eval "$(options '' "json,csv,$values,dual-mono" "$@")"
format=table html='' pdf='' target='' tolerance=0.5 limit='' silence=-60 quiet=1 layout='' dual=''
while [ "$1" != -- ]; do
  case $1 in
  --tolerance | --peak | --silence | --silence-length) number "$1" "$2" ;;
  esac
  case $1 in
  --json) format=json ;;
  --csv) format=csv ;;
  --html) html=$2 && shift ;;
  --pdf) pdf=$2 && shift ;;
  --target) target=$2 && shift ;;
  --tolerance) tolerance=$2 && shift ;;
  --peak) limit=$2 && shift ;;
  --silence) silence=$2 && shift ;;
  --silence-length) quiet=$2 && shift ;;
  --layout) layout=$2 && shift ;;
  --dual-mono) dual=$1 ;;
  esac
  shift
done
shift
[ $# -gt 0 ] || wrong 'say which files'
case $target in
ebu) aim=-23 ;;
atsc) aim=-24 limit=${limit:--2} ;;
streaming) aim=-14 ;;
*)
  [ -z "$target" ] || number --target "$target"
  aim=$target
  ;;
esac
limit=${limit:--1}
need sm-capture signalmetric
press=
if [ -n "$pdf" ]; then
  for press in weasyprint chromium chromium-browser google-chrome ''; do
    [ -n "$press" ] && command -v "$press" >/dev/null && break
  done
  [ -n "$press" ] || die '--pdf: weasyprint is missing, and so is chromium; install the Debian package weasyprint'
fi

parts=$here/loudness-report
work=$(mktemp -d)
trap 'exit 141' PIPE
# shellcheck source=pipelines/loudness-report/measure.sh
. "$parts/measure.sh"
# shellcheck source=pipelines/loudness-report/page.sh
. "$parts/page.sh"

# awk that knows the words and the limits.
with_words() {
  LC_ALL=C awk -v target="$aim" -v tolerance="$tolerance" -v limit="$limit" \
    -f "$here/json.awk" -f "$here/cell.awk" -f "$parts/words.awk" "$@"
}

# Prints a file; status 3 when it is outside the target.
print_facts() { with_words -v format=$format -v most=20 -f "$parts/print.awk" "$work/facts"; }

case $format in
table)
  printf '%-28s %3s %9s %6s %6s %6s %6s %7s\n' file ch length int. LRA 'max M' 'max S' 'true pk' \
    '' '' '' LUFS LU LUFS LUFS dBTP
  ;;
csv) echo file,kind,from,to,channels,value,unit,text ;;
esac

status=0
for file; do
  # Names are bytes, JSON and pages are UTF-8: "?" stands for bytes that are none.
  REPORT_FILE=$file.
  if ! printf '%s' "$file" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1; then
    REPORT_FILE=$(printf '%s.' "$file" | LC_ALL=C tr '\200-\377' '?')
  fi
  REPORT_FILE=${REPORT_FILE%.}
  export REPORT_FILE
  case $file in -) file=./- ;; esac
  if ! { measure "$file" && find_facts; }; then
    excuse "$file"
    status=1
    continue
  fi
  print_facts || {
    [ $? -eq 3 ] || exit 1
    status=1
  }
  [ -z "$html$pdf" ] || add_to_page || {
    excuse "$file"
    status=1
  }
done
[ "$format" != table ] ||
  echo 'True peak is an estimate; a loudness range of less than 60 s is provisional; "-" is no value.'
[ -z "$html$pdf" ] || finish_page
exit $status
