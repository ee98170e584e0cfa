# Writes a file's row in the table at the head of a page; after words.awk.

BEGIN { FS = "\t" }

$1 == "V" { value[$2] = $3 }

$1 == "F" && is_fault($2) { faults += 1 }

END {
  name = ENVIRON["REPORT_FILE"]
  sub(/.*\//, "", name)
  verdict = outside(target, tolerance, limit)
  printf "<tr><th scope=\"row\"><a href=\"#file-%d\"><bdi>%s</bdi></a></th>", number, safe(name)
  printf "<td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%d</td>",
    clock(value["seconds"], 1), level(value["integrated"]), level(value["range"]),
    level(value["momentary_max"]), level(value["short_term_max"]), level(value["true_peak_max"]),
    faults
  if (target != "") {
    short = value["target_delta"] == "" ? "no loudness" : sprintf("%+.1f LU", value["target_delta"])
    if (verdict ~ /true peak/) short = short ", peak"
    printf "<td class=\"verdict %s\">%s</td>", verdict == "" ? "ok" : "out",
      minus(short) (verdict == "" ? ", within" : "")
  }
  print "</tr>"
}
