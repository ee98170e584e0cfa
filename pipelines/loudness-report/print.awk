# Prints the facts of one file as a line of a table, of JSON, or as rows of CSV; after words.awk.
#
# Variables: format (table, json or csv), target, tolerance, limit, most (findings of a kind that
# the table shows). The environment has the file's path in REPORT_FILE. Status 3 when the file is
# outside the target.

BEGIN {
  FS = "\t"
  file = ENVIRON["REPORT_FILE"]
}

$1 == "V" { value[$2] = $3 }

$1 == "F" { keep() }

END {
  verdict = outside(target, tolerance, limit)
  if (format == "json") json()
  else if (format == "csv") csv()
  else table()
  exit verdict == "" ? 0 : 3
}

function table(    i, shown, name, more) {
  name = file
  sub(/.*\//, "", name)
  printf "%s %3d %9s %6s %6s %6s %6s %7s%s\n", cell(name, 28), value["channels"],
    clock(value["seconds"], 1), one_decimal(value["integrated"]), one_decimal(value["range"]),
    one_decimal(value["momentary_max"]), one_decimal(value["short_term_max"]),
    one_decimal(value["true_peak_max"]), target == "" ? "" : "  " (verdict == "" ? "ok" : verdict)
  for (i = 1; i <= count; i++) {
    if (++shown[kind[i]] > most) {
      more += 1
      continue
    }
    printf "  %9s - %-9s  %s\n", clock(from[i], 1), clock(to[i], 1),
      sentence(kind[i], channels[i], worth[i], limit)
  }
  if (more > 0) printf "  and %d more findings; --json and --csv have all\n", more
}

function number(text) { return text == "" ? "null" : text }

function json(    i, list, keys, parts, key) {
  printf "{\"file\":%s", quoted(file)
  parts = split("seconds rate channels layout integrated range range_provisional momentary_max " \
    "short_term_max true_peak_max plr clip_events", keys, " ")
  for (i = 1; i <= parts; i++) {
    key = keys[i]
    printf ",\"%s\":%s", key, key == "layout" ? quoted(value[key]) : number(value[key])
  }
  printf ",\"target_delta\":%s,\"outside\":", number(value["target_delta"])
  printf "%s", target == "" ? "null" : verdict == "" ? "false" : "true"
  printf ",\"reason\":%s,\"findings\":[", verdict == "" ? "null" : quoted(verdict)
  for (i = 1; i <= count; i++) {
    list = channels[i]
    gsub(/ /, ",", list)
    printf "%s{\"kind\":\"%s\",\"from\":%s,\"to\":%s,\"channels\":[%s],\"value\":%s,\"unit\":%s",
      i == 1 ? "" : ",", kind[i], from[i], to[i], list, number(worth[i]),
      unit[i] == "" ? "null" : quoted(unit[i])
    printf ",\"text\":%s}", quoted(sentence(kind[i], channels[i], worth[i], limit))
  }
  print "]}"
}

function field(text) {
  if (text !~ /[,"\n\r]/) return text
  gsub(/"/, "\"\"", text)
  return "\"" text "\""
}

function row(what, start, end, where, worth, unit, text) {
  print field(file) "," what "," start "," end "," where "," worth "," unit "," field(text)
}

function csv(    i, keys, units, parts) {
  parts = split("integrated range momentary_max short_term_max true_peak_max plr target_delta",
    keys, " ")
  split("LUFS LU LUFS LUFS dBTP LU LU", units, " ")
  for (i = 1; i <= parts; i++) {
    if (value[keys[i]] == "" && keys[i] != "integrated") continue
    row(keys[i], "0.0000", value["seconds"], "", value[keys[i]], units[i], "")
  }
  if (verdict != "") row("outside", "0.0000", value["seconds"], "", "", "", verdict)
  for (i = 1; i <= count; i++)
    row(kind[i], from[i], to[i], channels[i], worth[i], unit[i],
      sentence(kind[i], channels[i], worth[i], limit))
}
