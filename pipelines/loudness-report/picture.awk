# Draws the waveform with what was found above it and the loudness beneath, as SVG; for page.awk.
#
# Colours stand in the attributes, for programs that do not apply the page's style sheet to SVG;
# the classes change them on dark screens.

function picture(    c, top, base, each, i, tall, kinds) {
  each = value["channels"] == 1 ? 140 : value["channels"] == 2 ? 80 : 240 / value["channels"]
  if (each < 24) each = 24
  top = 22
  base = top + each * value["channels"]
  tall = base + 12 + 120 + 26
  print "<figure><div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Waveform and loudness of " name "\">"
  printf "<svg viewBox=\"0 0 960 %d\" width=\"960\" height=\"%d\" role=\"img\" ", tall, tall
  printf "aria-labelledby=\"wave-%d-title wave-%d-words\" ", number, number
  print "font-family=\"sans-serif\" font-size=\"12\">"
  printf "<title id=\"wave-%d-title\">Waveform and loudness of %s</title>\n", number, name
  printf "<desc id=\"wave-%d-words\">%s</desc>\n", number, description()
  rectangle("panel", left, top, wide, base - top)
  for (i = split("C clipping P true_peak S silence D other L other", kinds, " ") - 1; i > 0; i -= 2)
    shade(kinds[i], kinds[i + 1], top, base)
  for (i = 1; i <= count; i++)
    if (!is_fault(kind[i])) initial(letter(kind[i]), (across(from[i]) + across(to[i])) / 2, top)
  for (c = 1; c <= value["channels"]; c++) envelope(c, top + each * (c - 1), each)
  loudness(base + 12, 120)
  print "</svg></div><figcaption>Waveform, with the letters of the findings above it; below it " \
    "loudness: momentary (thin) and short-term (thick), the highest in each column.</figcaption></figure>"
}

function description(    i, text) {
  text = clock(value["seconds"], 1) " of sound in " value["channels"] \
    (value["channels"] == 1 ? " channel" : " channels") ", true peak " \
    level(value["true_peak_max"]) " dBTP, integrated loudness " level(value["integrated"]) " LUFS. "
  if (shown["clipping"]) text = text "Places with clipping: " shown["clipping"] ". "
  if (shown["true_peak"]) text = text "Places over the true-peak limit: " shown["true_peak"] ". "
  if (shown["silence"]) text = text "Silences: " shown["silence"] ". "
  return text "The findings are listed below with their times."
}

function letter(kind) {
  return kind == "clipping" ? "C" : kind == "true_peak" ? "P" : kind == "silence" ? "S" : \
    kind == "lost" ? "L" : kind == "loudest_momentary" ? "M" : \
    kind == "loudest_short_term" ? "T" : kind == "highest_peak" ? "H" : "D"
}

function colour(class) {
  return class == "panel" ? "#f1f3f5" : class == "first" ? "#1f6fb2" : \
    class == "second" ? "#a5570b" : class == "clipping" ? "#d1242f" : \
    class == "true_peak" ? "#e08700" : class == "silence" ? "#8a94a0" : \
    class == "grid" ? "#c9d0d6" : class == "other" ? "#8250df" : \
    class == "words" ? "#47525d" : "#1b1f24"
}

function across(seconds) { return left + seconds / value["seconds"] * wide }

function rectangle(class, x, y, w, h) {
  printf "<rect class=\"%s\" fill=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n",
    class, colour(class), x, y, w, h
}

function rule(x1, y1, x2, y2, dashes) {
  printf "<path class=\"grid-line\" stroke=\"%s\" fill=\"none\"%s d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
    colour("grid"), dashes ? " stroke-dasharray=\"5 4\"" : "", x1, y1, x2, y2
}

function label(x, y, anchor, text) {
  printf "<text class=\"words\" fill=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
    colour("words"), x, y, anchor, text
}

# Bands of colour where something of a kind was found.
function shade(initials, class, top, base,    x, start) {
  start = -1
  for (x = 0; x <= wide; x++) {
    if (x < wide && (initials, x) in marked) {
      if (start < 0) start = x
      continue
    }
    if (start < 0) continue
    printf "<rect class=\"%s\" fill=\"%s\" fill-opacity=\"0.35\" x=\"%d\" y=\"%.1f\" ", class,
      colour(class), left + start, top - 4
    printf "width=\"%.1f\" height=\"%.1f\"/>\n", x - start < 2 ? 1.5 : x - start, base - top + 4
    initial(initials, left + (start + x) / 2, top)
    start = -1
  }
}

# The letter of a finding, where there is room.
function initial(text, x, top) {
  if (room[int(x / 11)] || room[int(x / 11) + 1] || room[int(x / 11) - 1]) return
  room[int(x / 11)] = 1
  label(x, top - 8, "middle", text)
}

function limited(y, top, base) { return y < top ? top : y > base ? base : y }

function envelope(c, top, tall,    x, path, back, middle, half, base, upper, lower) {
  half = tall / 2 - 2
  middle = top + tall / 2
  base = top + tall
  rule(left, middle, left + wide, middle, 0)
  label(left - 8, middle + 4, "end", value["channels"] == 2 ? substr("LR", c, 1) : c)
  printf "<path class=\"%s\" fill=\"%s\" d=\"", c == 2 ? "second" : "first",
    colour(c == 2 ? "second" : "first")
  for (x = 0; x < wide; x++) {
    if (!((c, x) in low)) continue
    upper = limited(middle - half * high[c, x] - 0.4, top, base)
    lower = limited(middle - half * low[c, x] + 0.4, top, base)
    printf "M%d %.1fV%.1fh1V%.1fz", left + x, upper, lower, upper
  }
  print "\"/>"
}

function loudness(top, tall,    base, high, low, step, y, db) {
  base = top + tall
  high = value["momentary_max"] > 0 ? 12 : 0
  low = -60
  rectangle("panel", left, top, wide, tall)
  for (db = low; db <= high; db += 12) {
    y = base - (db - low) / (high - low) * tall
    rule(left, y, left + wide, y, 0)
    if (db > low) label(left - 8, y + 4, "end", minus(db ""))
  }
  label(left - 8, base + 4, "end", "LUFS")
  if (target != "") {
    y = limited(base - (target - low) / (high - low) * tall, top, base)
    rule(left, y, left + wide, y, 1)
    label(left + wide + 6, y + 4, "start", "target " minus(target ""))
  }
  trace(momentary, 1.3, top, base, high, low)
  trace(short, 2.5, top, base, high, low)
  step = ticks(value["seconds"])
  for (y = 0; y <= value["seconds"] + 1e-9; y += step) {
    rule(across(y), base, across(y), base + 4, 0)
    label(across(y), base + 18, "middle", clock(y, step < 1 ? (step < 0.1 ? 2 : 1) : 0))
  }
}

function trace(values, weight, top, base, high, low,    x, y, pen, class) {
  class = weight > 2 ? "second" : "first"
  printf "<path class=\"%s-line\" stroke=\"%s\" stroke-width=\"%s\" fill=\"none\" d=\"", class,
    colour(class), weight
  for (x = 0; x < wide; x++) {
    if (!(x in values)) continue
    y = limited(base - (values[x] - low) / (high - low) * (base - top), top, base)
    printf "%s%.1f %.1f", pen != "" && x - pen < apart + 2 ? "L" : "M", left + x + 0.5, y
    pen = x
  }
  print "\"/>"
}

# A distance of marks that people like, at most ten of them.
function ticks(seconds,    steps, count, i) {
  count = split("0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10 20 30 60 120 300 600 1200 1800 3600 7200", steps, " ")
  for (i = 1; i < count; i++) if (seconds / steps[i] <= 10) break
  return steps[i]
}
