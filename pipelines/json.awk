# A string of JSON, of any bytes but zero.
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
