# The page of loudness-report.sh: collected file by file, put together at the end.
# shellcheck shell=sh disable=SC2154

# Adds a file to the page: its row in the table, and its section.
add_to_page() {
  for look in paper studio; do
    sm-render timeline -q -i "$work/records" --size 960x250 --appearance "$look" \
      --describe -o "$work/$look.png" >"$work/words" 2>>"$work/errors" &&
      base64 "$work/$look.png" >"$work/$look.base64" || return 1
  done
  REPORT_WORDS=$(tr '\n' ' ' <"$work/words")
  REPORT_LIGHT=$work/paper.base64 REPORT_DARK=$work/studio.base64
  export REPORT_WORDS REPORT_LIGHT REPORT_DARK
  number=$((${number:-0} + 1))
  with_words -v number=$number -f "$parts/row.awk" "$work/facts" >>"$work/rows" &&
    with_words -v number=$number -v most=50 -f "$parts/picture.awk" -f "$parts/page.awk" \
      "$work/facts" "$work/curves" >>"$work/sections"
}

# Remembers why a file is missing.
not_on_page() {
  printf '%s\n' "$1" |
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/^/<li>/; s/$/<\/li>/' >>"$work/missing"
}

print_page() {
  cat <<END
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Loudness report</title>
<style>
END
  cat "$parts/page.css"
  echo '</style>
</head>
<body>
<h1>Loudness report</h1>'
  if [ -e "$work/rows" ]; then
    echo '<div class="wide" tabindex="0" role="region" aria-label="All files">
<table class="figures"><caption>All files</caption><thead><tr><th scope="col">File</th>
<th scope="col">Length</th><th scope="col">Integrated<br><small>LUFS</small></th>
<th scope="col">Range<br><small>LU</small></th>
<th scope="col">Momentary<br><small>LUFS</small></th>
<th scope="col">Short-term<br><small>LUFS</small></th>
<th scope="col">True peak<br><small>dBTP</small></th><th scope="col">Faults</th>'
    [ -z "$aim" ] || printf '<th scope="col" class="verdict">Target<br><small>%s</small></th>\n' \
      "$(echo "$aim" | sed 's/-/−/') ± $tolerance LUFS"
    echo '</tr></thead><tbody>'
    cat "$work/rows"
    echo '</tbody></table></div>'
  fi
  if [ -e "$work/missing" ]; then
    echo '<h2>Not measured</h2><ul class="out">'
    cat "$work/missing"
    echo '</ul>'
  fi
  [ ! -e "$work/sections" ] || cat "$work/sections"
  cat <<END
<footer><p>Loudness as in ITU-R BS.1770 and EBU R 128; true peak is an estimate, and its limit
$(echo "$limit" | sed 's/-/−/') dBTP; a loudness range of less than 60 s is provisional. Silence: every
channel below $(echo "$silence" | sed 's/-/−/') dBFS for $quiet s. Marks: C clipping, P true peak over the
limit, S silence, L lost, D a fault of a channel; M and T the loudest 0.4 s and 3 s, H the highest
peak. Made with SignalMetric for pipes.</p></footer>
</body>
</html>
END
}

# Puts the page together, and on paper; files appear whole or not at all.
finish_page() {
  print_page >"$work/page.html"
  if [ -n "$html" ]; then
    put "$work/page.html" "$html"
  fi
  [ -n "$pdf" ] || return 0
  press_page 2>"$work/errors" || :
  [ -s "$work/page.pdf" ] || die "--pdf: $press: $(sed -n '$p' "$work/errors")"
  put "$work/page.pdf" "$pdf"
}

press_page() {
  if [ "$press" = weasyprint ]; then
    weasyprint -q "$work/page.html" "$work/page.pdf"
    return
  fi
  root= # Chromium has no sandbox for the superuser.
  [ "$(id -u)" -ne 0 ] || root=--no-sandbox
  "$press" --headless $root --disable-gpu --no-pdf-header-footer \
    --user-data-dir="$work/profile" --print-to-pdf="$work/page.pdf" "file://$work/page.html"
}

put() {
  { cat "$1" >"$2.part" && mv -f "$2.part" "$2"; } 2>/dev/null && return
  rm -f "$2.part"
  die "$2: cannot be written"
}
