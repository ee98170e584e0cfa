# Measures files, a line of JSON each on standard output; for batch.sh, which may run it on another
# machine. Variables: place (the folder that names start from), run (a line of bash instead of the
# measurement), sent (each file is a copy, and its name follows it), results (a file that the lines
# are added to, instead of standard output), json (what json.awk holds).
# shellcheck shell=sh disable=SC2154

cd -- "$place" 2>/dev/null || :
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

fields=time,rate,channels,loudness.layout,loudness.integrated,loudness.range
fields=$fields,loudness.momentary_max,loudness.short_term_max,loudness.true_peak_max,loudness.plr
clips=$(awk 'BEGIN { for (i = 1; i <= 64; i++) printf ",levels.%d.clip_events", i }')

measure() {
  case $1 in -) set -- ./- ;; esac
  sm-capture -q -- "$1" | sm-loudness -q --no-pcm |
    sm-render csv --last --fields "$fields$clips"
}

custom() { bash -o pipefail -c "$run" bash "$1" "$2" </dev/null; }

# The line of a file, from what came out, or from what went wrong first (of a command, last).
line() {
  SM_FILE=$2 SM_PATH=$1 SM_RUN=$run SM_FAILED=$failed LC_ALL=C awk "$json"'
    # How many bytes at the beginning are a path, where "?" may stand for what harms a terminal.
    function begun(text, path,    i, j, one) {
      for (i = j = 1; i <= length(path); j++) {
        one = substr(path, i, 1)
        if (substr(text, j, 1) == one) i++
        else if (substr(text, j, 1) != "?") return 0
        else i += one == "\302" ? 2 : one == "\342" ? 3 : 1
      }
      return j - 1
    }
    FILENAME ~ /errors$/ { words = words (wrong++ ? "\n" : "") $0; last = $0; next }
    { output = output (lines++ ? "\n" : "") $0; newest = $0 }
    END {
      printf "{\"file\":%s", quoted(ENVIRON["SM_FILE"])
      if (ENVIRON["SM_FAILED"] != "") {
        reason = ENVIRON["SM_RUN"] == "" ? words : last
        sub(/^sm-[a-z]*: /, "", reason)
        sub(/\n.*/, "", reason)
        # A copy is called what it is a copy of.
        known = begun(reason, ENVIRON["SM_PATH"])
        if (known) reason = ENVIRON["SM_FILE"] substr(reason, known + 1)
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
  if [ -n "$run" ]; then way=custom; else way=measure; fi
  failed=''
  : >"$work/errors"
  $way "$file" "$name" >"$work/out" 2>>"$work/errors" || failed=yes
  if [ -z "${results:-}" ]; then
    line "$file" "$name"
  else
    # One at a time, so that no line is torn.
    line "$file" "$name" >"$work/line"
    (flock 9 && cat "$work/line" >&9) 9>>"$results"
  fi
done
