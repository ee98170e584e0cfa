#!/bin/sh
# Measures any number of sound files, a line of JSON each, and goes on where it was stopped.
#
#   batch.sh [OPTION ...] FOLDER|FILE ...
#
#   -o, --output FILE   where the lines go: batch.jsonl unless given; what is in it already is done
#   --csv FILE          at the end also write all of it as a table
#   --list FILE         take names from FILE, a line each; - is standard input
#   -0, --null          the names of --list end with a zero byte
#   -j, --jobs N        so many at once (on each host); as many as there are processors unless given
#   --hosts FILE        work on these hosts, by ssh and GNU parallel: a line each, such as
#                       4/user@host; each has the tools on its PATH and sees the files
#   --send              the hosts do not see the files: copy each one there, with rsync, for as long
#                       as it is at work
#   --run COMMAND       a line of bash to run instead of the measurement, with the file to read in
#                       $1 and, of a copy that was sent, its own name in $2; what it prints goes
#                       into the line; a failing stage of a chain fails it
#   --progress          show progress even where standard error is no terminal
#   -h, --help          this text
#
# In a folder it takes what has a suffix of sound, at any depth. Files that failed are listed at the
# end, are in FILE with their error, and are tried again by the next run.
# Status: 0 all done, 1 some failed, 2 wrong usage.
set -eu
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"

values=output:,csv:,list:,jobs:,hosts:,run:
eval "$(options o:0j: "$values,null,send,progress" "$@")"
output=batch.jsonl csv='' list='' null='' jobs='' hosts='' send='' run='' progress=''
while [ "$1" != -- ]; do
  case $1 in
  -o | --output) output=$2 && shift ;;
  --csv) csv=$2 && shift ;;
  --list) list=$2 && shift ;;
  -0 | --null) null=$1 ;;
  -j | --jobs) jobs=$2 && shift ;;
  --hosts) hosts=$2 && shift ;;
  --send) send=$1 ;;
  --run) run=$2 && shift ;;
  --progress) progress=$1 ;;
  esac
  shift
done
shift
[ $# -gt 0 ] || [ -n "$list" ] || wrong "say which folder or files${csv:+; --csv takes the name of the table, here $csv}"
case $jobs in *[!0-9]* | 0*) wrong "--jobs: '$jobs' is no number" ;; esac
[ -z "$send" ] || [ -n "$hosts" ] || wrong '--send goes with --hosts'
[ -z "$null" ] || [ -n "$list" ] || wrong '--null goes with --list'
if [ -n "$hosts" ]; then
  [ -r "$hosts" ] || die "--hosts $hosts: cannot be read"
  case $(parallel --version 2>/dev/null) in
  'GNU parallel'*) ;;
  *) die 'GNU parallel is missing; install the Debian package parallel' ;;
  esac
  [ -z "$send" ] || need rsync rsync
elif [ -z "$run" ]; then
  need sm-capture signalmetric
fi
# shellcheck disable=SC2034
[ ! -t 2 ] || progress=yes

lock=$(dirname -- "$output")/.$(basename -- "$output").lock
(: >>"$output" && : >>"$lock") 2>/dev/null || die "$output: cannot be written"
exec 8>>"$lock"
# What an earlier run, which was killed, has still under way ends first.
flock -w 60 8 || die "$output: another batch is at work on it"
work=$(mktemp -d)
feeder='' watcher=''
trap 'kill $feeder $watcher 2>/dev/null || :; rm -rf "$work"' EXIT

# shellcheck source=pipelines/batch/names.sh
. "$here/batch/names.sh"
# shellcheck source=pipelines/batch/progress.sh
. "$here/batch/progress.sh"
# shellcheck source=pipelines/batch/work.sh
. "$here/batch/work.sh"

# A line that a crash has cut has no end; a failure is tried again.
LC_ALL=C awk '
  /^\{"file":"([^"\\]|\\.)*",.*\}$/ && !/^\{"file":"([^"\\]|\\.)*","error":/' \
  "$output" >"$work/kept"
cat "$work/kept" >"$output.part" && mv "$output.part" "$output"

names "$@" >"$work/names"
to_do "$output" "$work/names" >"$work/todo"
total=$(wc -l <"$work/todo")

if [ "$total" -gt 0 ]; then
  if [ -z "$hosts" ]; then
    work_here &
  else
    work_there &
  fi
  feeder=$!
  watch "$total" &
  watcher=$!
  wait "$feeder" || :
  feeder=
  kill "$watcher" 2>/dev/null || :
  wait "$watcher" 2>/dev/null || :
  watcher=
fi
[ -z "$csv" ] || write_csv
summary || exit 1
