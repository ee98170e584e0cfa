# Writes the section of a page for one file, after words.awk: numbers, pictures, findings.
#
# Reads the facts, sorted by time, then the file of curves. Variables: number (of the file), target,
# tolerance, limit, most (findings of a kind). The environment: REPORT_FILE the path, REPORT_LIGHT
# and REPORT_DARK spectrograms as base64, REPORT_WORDS what they show.

BEGIN {
  FS = "\t"
  name = ENVIRON["REPORT_FILE"]
  sub(/.*\//, "", name)
  name = safe(name)
  # The plot lies where that of the spectrogram lies.
  left = 56
  wide = 824
}

FNR == 1 { files += 1 }

files == 1 && $1 == "V" { value[$2] = $3 }

files == 1 && $1 == "F" {
  mark($2, $3, $4)
  if (++shown[$2] > most) {
    more += 1
    next
  }
  keep()
}

# The highest of what falls into each column of the picture.
files == 2 {
  column(previous, previous + ($1 - previous) / 2, 4)
  column(previous + ($1 - previous) / 2, $1, 6)
  x = place(previous / 2 + $1 / 2)
  if ($2 != "" && (!(x in momentary) || $2 > momentary[x])) momentary[x] = $2
  if ($3 != "" && (!(x in short) || $3 > short[x])) short[x] = $3
  # Columns from one value to the next: what is further apart was silent in between.
  if (($1 - previous) / value["seconds"] * wide > apart)
    apart = ($1 - previous) / value["seconds"] * wide
  previous = $1
}

END {
  verdict = outside(target, tolerance, limit)
  printf "<section id=\"file-%d\" aria-labelledby=\"name-%d\">\n", number, number
  printf "<h2 id=\"name-%d\"><bdi>%s</bdi></h2>\n", number, name
  if (target != "" && verdict == "") print "<p class=\"ok\">Within the target.</p>"
  if (verdict != "") printf "<p class=\"out\">Outside: %s.</p>\n", minus(verdict)
  numbers()
  picture()
  spectrogram()
  findings()
  print "</section>"
}

function place(seconds,    x) {
  x = int(seconds / value["seconds"] * wide)
  return x < 0 ? 0 : x >= wide ? wide - 1 : x
}

function column(start, end, field,    x, last, c, at) {
  last = place(end - 1e-6)
  for (x = place(start); x <= last; x++) {
    for (c = 1; c <= value["channels"]; c++) {
      at = field + (c - 1) * 4
      if ($at == "") continue
      if (!((c, x) in low) || $at < low[c, x]) low[c, x] = $at
      if (!((c, x) in high) || $(at + 1) > high[c, x]) high[c, x] = $(at + 1)
    }
  }
}

# Remembers in which columns of the picture something was found; a fault of the whole file in none.
function mark(kind, start, end,    x, last) {
  if (!is_fault(kind) || kind ~ /^(dead_channel|same_channels|dc)$/) return
  last = place(end - 1e-6)
  for (x = place(start); x == place(start) || x <= last; x++) marked[letter(kind), x] = 1
}

function entry(term, text) { printf "<div><dt>%s</dt><dd>%s</dd></div>\n", term, text }

function numbers() {
  print "<dl>"
  entry("Integrated", level(value["integrated"]) " <small>LUFS</small>")
  if (target != "")
    entry("From the target", value["target_delta"] == "" ? "none" : \
      minus(sprintf("%+.1f", value["target_delta"])) " <small>LU</small>")
  entry("True peak (estimate)", level(value["true_peak_max"]) " <small>dBTP</small>")
  entry("Loudness range" (value["range_provisional"] == "true" ? " (provisional)" : ""),
    level(value["range"]) " <small>LU</small>")
  entry("Highest momentary", level(value["momentary_max"]) " <small>LUFS</small>")
  entry("Highest short-term", level(value["short_term_max"]) " <small>LUFS</small>")
  entry("Peak to loudness", level(value["plr"]) " <small>LU</small>")
  entry("Clip events", value["clip_events"])
  entry("Length", clock(value["seconds"], 1))
  entry("Channels", value["channels"] " (" value["layout"] "), " value["rate"] / 1000 " kHz")
  print "</dl>"
}

function findings(    i) {
  if (count == 0) {
    print "<p>Nothing was found.</p>"
    return
  }
  print "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Findings in " name "\"><table>"
  print "<caption>Findings</caption>"
  print "<thead><tr><th scope=\"col\">From</th><th scope=\"col\">To</th>"
  print "<th scope=\"col\">Mark</th><th scope=\"col\">What</th></tr></thead><tbody>"
  for (i = 1; i <= count; i++)
    printf "<tr%s><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
      is_fault(kind[i]) ? " class=\"fault\"" : "", clock(from[i], 2), clock(to[i], 2),
      letter(kind[i]), minus(sentence(kind[i], channels[i], worth[i], limit))
  print "</tbody></table></div>"
  if (more > 0) printf "<p>And %d more; --json and --csv have all.</p>\n", more
}

function spectrogram() {
  print "<figure><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Spectrogram of " name "\">"
  print "<picture>"
  printf "<source media=\"screen and (prefers-color-scheme: dark)\" srcset=\"data:image/png;base64,"
  file(ENVIRON["REPORT_DARK"])
  printf "\">\n<img width=\"960\" height=\"250\" alt=\"%s\" src=\"data:image/png;base64,",
    minus(safe(ENVIRON["REPORT_WORDS"]))
  file(ENVIRON["REPORT_LIGHT"])
  print "\"></picture></div>"
  print "<figcaption>Spectrogram of the mean of all channels, in which opposite ones cancel.</figcaption></figure>"
}

function file(path,    line) {
  while ((getline line < path) > 0) printf "%s", line
  close(path)
}
