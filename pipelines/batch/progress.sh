# What batch.sh says while it works, and at the end.
# shellcheck shell=sh disable=SC2154

minutes() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# Shows how far it is, until it is killed; ends the work when whoever asked for it is gone.
watch() {
  trap 'exit 0' TERM
  begun=$(date +%s) size=$(wc -c <"$output") done=0 failed=0
  while sleep 1; do
    if ! kill -0 $$ 2>/dev/null; then
      kill "$feeder" 2>/dev/null || :
      rm -rf "$work"
      exit
    fi
    [ -n "$progress" ] || continue
    tail -c "+$((size + 1))" "$output" >"$work/new"
    size=$((size + $(wc -c <"$work/new")))
    done=$((done + $(wc -l <"$work/new")))
    failed=$((failed + $(grep -c '","error":' "$work/new" || :)))
    seconds=$(($(date +%s) - begun))
    [ "$done" -gt 0 ] || continue
    printf '\r%d of %d, %d failed, %d/s, %s left ' "$done" "$1" "$failed" \
      $((done / (seconds > 0 ? seconds : 1))) "$(minutes $((($1 - done) * seconds / done)))" >&2
  done
}

# A table of all lines.
write_csv() {
  LC_ALL=C awk '
    BEGIN {
      columns = split("file seconds rate channels layout integrated range momentary_max " \
        "short_term_max true_peak_max plr clip_events output error", column, " ")
      for (i = 1; i <= columns; i++) printf "%s%s", column[i], i < columns ? "," : "\n"
    }
    # A JSON string without its quotes, as a field.
    function field(text,    result, i, one) {
      for (i = 1; i <= length(text); i++) {
        one = substr(text, i, 1)
        if (one == "\\") {
          one = substr(text, ++i, 1)
          if (one == "u") {
            one = character[substr(text, i + 1, 4)]
            i += 4
          }
        }
        result = result (one == "\"" ? "\"\"" : one)
      }
      return result ~ /[",\n\r]/ ? "\"" result "\"" : result
    }
    BEGIN { for (i = 1; i < 32; i++) character[sprintf("%04x", i)] = sprintf("%c", i) }
    {
      split("", value)
      rest = substr($0, 2)
      while (match(rest, /^,?"[a-z_]*":/)) {
        name = substr(rest, 1, RLENGTH - 2)
        sub(/^,?"/, "", name)
        rest = substr(rest, RLENGTH + 1)
        if (match(rest, /^"([^"\\]|\\.)*"/)) value[name] = field(substr(rest, 2, RLENGTH - 2))
        else {
          match(rest, /^[^,}]*/)
          value[name] = substr(rest, 1, RLENGTH)
          if (value[name] == "null") value[name] = ""
        }
        rest = substr(rest, RLENGTH + 1)
      }
      for (i = 1; i <= columns; i++) printf "%s%s", value[column[i]], i < columns ? "," : "\n"
    }' "$output" >"$work/csv"
  { cat "$work/csv" >"$csv.part" && mv "$csv.part" "$csv"; } 2>/dev/null ||
    die "$csv: cannot be written"
}

# What was done, and what failed and why.
summary() {
  [ -z "$progress" ] || printf '\r\033[K' >&2
  to_do "$output" "$work/names" >"$work/missing"
  missing=$(wc -l <"$work/missing")
  failed=$(LC_ALL=C awk '/^\{"file":"([^"\\]|\\.)*","error":/ { n++ } END { print n + 0 }' "$output")
  all=$(wc -l <"$output")
  printf '%s: %d done now, %d lines in %s, %d failed\n' "${0##*/}" \
    $((total - missing - failed)) "$all" "$output" $((failed + missing)) >&2
  [ $((failed + missing)) -gt 0 ] || return 0
  LC_ALL=C awk 'match($0, /^\{"file":"([^"\\]|\\.)*","error":/) {
    name = substr($0, 10, RLENGTH - 19)
    reason = substr($0, RLENGTH + 2)
    sub(/"\}$/, "", reason)
    # A reason begins with the name as a rule.
    print "  " (index(reason, name) == 1 ? reason : name ": " reason)
  }' "$output" >&2
  trouble=$(tail -n 1 "$work/trouble" 2>/dev/null | tr '[:cntrl:]' ' ')
  while IFS= read -r name; do
    printf '  %s: was not done; %s\n' "$name" "${trouble:-it was stopped}" >&2
  done <"$work/missing"
  return 1
}
