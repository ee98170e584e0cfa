# What the pipelines of this folder have in common. A script reads it, after `set -eu`, with
#
#   . "$(dirname -- "$(readlink -f -- "$0")")/chain.sh"
#
# which finds it beside the script also when that is run through a link. Copy both, or what you
# need.
#
#   usage                    prints the comment at the head of the script, for -h
#   shown TEXT               prints it on one line, harmless to a terminal
#   die TEXT [STATUS]        one line on standard error, whatever is in TEXT; status 1 unless given
#   wrong TEXT               the same for a command line that means nothing, with status 2
#   need PROGRAM PACKAGE     dies where PROGRAM is missing
#   options SHORT LONG "$@"  prints what `eval` needs to put the words in order: options, --,
#                            others; -h, --help and options that are none end the script there
#   readable FILE ...        fails where sm-capture cannot read one, before anything has begun
#   stage COMMAND ...        runs a stage of a chain whose failure the last stage cannot see
#   whole                    whether all those have ended well
#   left STATUS              exits with the status of a view, unless somebody has left it by q
#   fresh FILE FORCE         refuses a sound file to make whose suffix is none, or which exists,
#                            where FORCE is empty
#   beside FILE              makes a folder for unfinished work, so that it only has to be renamed
#   player, play             a program that plays is needed; plays WAV from standard input
#
# A script that makes a temporary folder calls it $work, and it goes away however the script ends;
# $here is the folder of the script.
# shellcheck shell=sh

# shellcheck disable=SC2034
here=$(dirname -- "$(readlink -f -- "$0")")
work=
trap '[ -z "$work" ] || rm -rf -- "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

usage() { sed -n '1d; /^#/!q; s/^# \{0,1\}//p' "$0"; }
shown() { printf '%s' "$1" | tr '[:cntrl:]' '?' | LC_ALL=C sed 's/\o302[\o200-\o237]/?/g'; }
die() {
  printf '%s: %s\n' "${0##*/}" "$(shown "$1")" >&2
  exit "${2:-1}"
}
wrong() { die "$(printf '%s\n' "$1" | sed '1!d; s/^-: //'); see --help" 2; }
need() { command -v "$1" >/dev/null || die "$1 is missing; install the Debian package $2"; }

options() {
  short=$1 long=$2
  shift 2
  words=$(getopt -n - -o "${short}h" -l "$long,help" -- "$@" 2>&1) || {
    (wrong "$words") || echo "exit $?"
    return
  }
  eval "set -- $words"
  while [ "$1" != -- ]; do
    case $1 in
    -h | --help) echo 'usage; exit' && return ;;
    --*) case ,$long in *",${1#--}:"*) shift ;; esac ;; # has a value
    *) case $short in *"${1#-}:"*) shift ;; esac ;;
    esac
    shift
  done
  printf 'set -- %s\n' "$words"
}

readable() { for file; do sm-capture --probe -i "$file" >/dev/null; done; }

# sh forgets the status of all stages of a chain but the last: one that fails leaves a mark. 141 is
# one whose reader has gone, which is how q ends a chain. Where a tool reads the records of another,
# they tell it of a failure, and its own status is enough.
stage() { "$@" || [ $? -eq 141 ] || : >"$work/failed"; }
whole() { [ ! -e "$work/failed" ]; }

# q ends a view as SIGTERM would: no failure.
left() { [ "$1" -eq 143 ] || exit "$1"; }

fresh() {
  case $1 in
  *.wav | *.flac | *.ogg | *.opus | *.aiff | *.caf | *.mp3) ;;
  *) wrong "$1: the suffix is none of wav, flac, ogg, opus, aiff, caf and mp3" ;;
  esac
  [ -n "$2" ] || [ ! -e "$1" ] || die "$1 exists; --force replaces it"
}
beside() {
  mktemp -d -- "$(dirname -- "$1")/.${0##*/}.XXXXXX" 2>/dev/null ||
    die "$1: its folder is missing or cannot be written to"
}

# Microseconds that wait in the player.
latency=200000
player() { command -v pw-play >/dev/null || need aplay alsa-utils; }
play() {
  if command -v aplay >/dev/null; then
    aplay -q --buffer-time=$latency -
  else
    pw-play --latency="${latency}us" /dev/stdin
  fi
}
