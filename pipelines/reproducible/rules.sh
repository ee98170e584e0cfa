#!/bin/bash
# Writes OUT/.rules.mk, the rules of reproducible.mk for each sound of a folder, with the names as make
# wants them. Prints nothing but what keeps it from that, on standard error.
#
#   rules.sh SOUNDS OUT REFERENCES
#
#   -h, --help   this text

# shellcheck disable=SC2016
set -euo pipefail
# shellcheck source=pipelines/chain.sh
. "$(dirname -- "$(readlink -f -- "$0")")/../chain.sh"
case ${1-} in -h | --help) usage && exit ;; esac
[ $# -eq 3 ] || wrong 'three folders are wanted: SOUNDS, OUT and REFERENCES'
export LC_ALL=C.UTF-8
sounds=$1 out=$2 references=$3

[ -d "$sounds" ] || {
  echo "reproducible.mk: SOUNDS=$sounds: no such folder" >&2
  exit 1
}
mkdir -p -- "$out/picofox"

# As make reads a name: spaces, number signs, colons and dollars are its own.
escaped() { sed 's/[ #:]/\\&/g; s/\$/$$/g' <<<"$1"; }
# As an argument of a make function, where a comma would end it.
argument() { sed 's/\$/$$/g; s/,/$(comma)/g' <<<"$1"; }

declare -A known=()
{
  echo 'comma := ,'
  while IFS= read -r -d '' path; do
    file=${path##*/}
    name=${file%.*}
    # Wildcards, patterns, assignments and ends of lines cannot be escaped in the name of a target.
    case $path$out$references in
    *[%*?\[\]\\\;=\|]* | *[[:cntrl:]]*)
      printf 'reproducible.mk: %q: make cannot take this name; it is left out\n' "$path" >&2
      continue
      ;;
    esac
    if [ -n "${known[$name]-}" ]; then
      echo "reproducible.mk: $path and ${known[$name]} would both make $out/$name.sm; rename one" >&2
      exit 1
    fi
    known[$name]=$path
    source=$(escaped "$path")
    stem=$(escaped "$out/$name")
    device=$(escaped "$out/picofox/$name.wav")
    reference=$(escaped "$references/$name")
    kept=
    for suffix in checks wav; do
      [ ! -e "$references/$name.$suffix" ] || kept+=" $reference.$suffix"
    done
    # What has no reference is never up to date.
    [ "$kept" = " $reference.checks $reference.wav" ] || printf '.PHONY: %s\n' "$stem.checked"
    words=$(argument "$references/$name"),$(argument "$out/picofox/$name.wav")
    printf 'all: %s\n' "$stem.json" "$stem.png" "$device"
    printf '%s: %s\n\t$(%s)\n' "$stem.sm" "$source" records "$stem.json" "$stem.sm" values \
      "$stem.png" "$stem.sm" picture "$device" "$source" device
    printf 'check: %s\n%s: %s\n\t$(call compare,%s)\n' "$stem.checked" "$stem.checked" \
      "$stem.sm $device$kept" "$words"
    # Kept when it is asked for, whatever is newer.
    printf '.PHONY: %s\nreferences: %s\n%s: %s\n\t$(call remember,%s)\n' "$stem.remembered" \
      "$stem.remembered" "$stem.remembered" "$stem.sm $device" "$words"
  done < <(find -L "$sounds" -maxdepth 1 -type f \( -iname '*.wav' -o -iname '*.wave' \
    -o -iname '*.flac' -o -iname '*.ogg' -o -iname '*.oga' -o -iname '*.opus' -o -iname '*.mp3' \
    -o -iname '*.aif' -o -iname '*.aiff' -o -iname '*.aifc' -o -iname '*.caf' -o -iname '*.au' \
    -o -iname '*.w64' \) -print0 | sort -z)
} >"$out/.rules.mk.$$"
[ ${#known[@]} -gt 0 ] || {
  rm -f -- "$out/.rules.mk.$$"
  echo "reproducible.mk: SOUNDS=$sounds: no sound in it" >&2
  exit 1
}
mv -- "$out/.rules.mk.$$" "$out/.rules.mk"
