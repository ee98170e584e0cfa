# A name as a cell of a table: no control characters, filled up with blanks or cut with "~", counted
# in characters of UTF-8 by every awk under LC_ALL=C.
function cell(text, width,    i, count, cut, one) {
  gsub(/[\001-\037\177]|\302[\200-\237]/, "?", text)
  for (i = 1; i <= length(text); i++) {
    one = substr(text, i, 1)
    if (one ~ /[\200-\277]/) continue # goes on with a character
    if (++count == width) cut = i
  }
  if (count > width) return substr(text, 1, cut - 1) "~"
  return text sprintf("%" (width - count) "s", "")
}
