# Measures files, a line of JSON each on standard output; for batch.sh, which may run it on another
# machine. Variables: place (the folder that names start from), run (a line of bash instead of the
# measurement), sent (each file is a copy, and its name follows it), results (a file that the lines
# are added to, instead of standard output).
# shellcheck shell=sh disable=SC2154

cd -- "$place" 2>/dev/null || :
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# A chain's status is that of its last stage: an earlier one that fails leaves a mark.
stage() { "$@" 2>>"$work/errors" || : >"$work/failed"; }

fields=time,rate,channels,loudness.layout,loudness.integrated,loudness.range
fields=$fields,loudness.momentary_max,loudness.short_term_max,loudness.true_peak_max,loudness.plr
clips=$(awk 'BEGIN { for (i = 1; i <= 64; i++) printf ",levels.%d.clip_events", i }')

measure() {
  case $1 in -) set -- ./- ;; esac
  stage sm-capture -q -- "$1" | stage sm-loudness -q --no-pcm |
    stage sm-render csv --last --fields "$fields$clips" >"$work/out"
}

custom() { stage bash -o pipefail -c "$run" bash "$1" "$2" </dev/null >"$work/out"; }

# The line of a file, from what came out, or from what went wrong first (of a command, last).
line() {
  SM_FILE=$2 SM_PATH=$1 SM_RUN=$run SM_FAILED=$([ ! -e "$work/failed" ] || echo yes) LC_ALL=C awk '
    function quoted(text,    result, i, one, code) {
      for (i = 1; i <= length(text); i++) {
        one = substr(text, i, 1)
        if (one == "\"" || one == "\\") one = "\\" one
        else if (one < " ") {
          for (code = 1; code < 31 && sprintf("%c", code) != one; code++) {}
          one = sprintf("\\u%04x", code)
        }
        result = result one
      }
      return "\"" result "\""
    }
    FILENAME ~ /errors$/ { words = words (wrong++ ? "\n" : "") $0; last = $0; next }
    { output = output (lines++ ? "\n" : "") $0; newest = $0 }
    END {
      printf "{\"file\":%s", quoted(ENVIRON["SM_FILE"])
      if (ENVIRON["SM_FAILED"] != "") {
        reason = ENVIRON["SM_RUN"] == "" ? words : last
        sub(/^sm-[a-z]*: /, "", reason)
        # Names may have ends of lines in them, and a copy is called what it is a copy of.
        path = ENVIRON["SM_PATH"]
        begins = index(reason, path) == 1 ? ENVIRON["SM_FILE"] : ""
        if (begins != "") reason = substr(reason, length(path) + 1)
        sub(/\n.*/, "", reason)
        reason = begins reason
        printf ",\"error\":%s}\n", quoted(reason == "" ? "failed" : reason)
        exit
      }
      if (ENVIRON["SM_RUN"] != "") {
        printf ",\"output\":%s}\n", quoted(output)
        exit
      }
      count = split(newest, value, ",")
      keys = split("seconds rate channels layout integrated range momentary_max short_term_max " \
        "true_peak_max plr", key, " ")
      for (i = 1; i <= keys; i++)
        printf ",\"%s\":%s", key[i], value[i] == "" ? "null" : i == 4 ? quoted(value[i]) : value[i]
      for (i = keys + 1; i <= count; i++) clips += value[i]
      printf ",\"clip_events\":%d}\n", clips
    }' "$work/errors" "$work/out"
}

while [ $# -gt 0 ]; do
  # Whoever asked may be gone: what is not begun is not wanted.
  [ -z "${asker:-}" ] || kill -0 "$asker" 2>/dev/null || exit 255
  file=$1 name=$1
  [ -z "$sent" ] || { name=$2 && shift; }
  shift
  rm -f "$work/failed"
  : >"$work/errors"
  if [ -n "$run" ]; then custom "$file" "$name"; else measure "$file"; fi
  if [ -z "${results:-}" ]; then
    line "$file" "$name"
  else
    # One at a time, so that no line is torn.
    line "$file" "$name" >"$work/line"
    (flock 9 && cat "$work/line" >&9) 9>>"$results"
  fi
done
