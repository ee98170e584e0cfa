# The names of batch.sh: any bytes, so a line each with newlines and percent signs encoded.
# shellcheck shell=sh disable=SC2154

encoded() { LC_ALL=C sed -z 's/%/%25/g; s/\n/%0A/g' | tr '\0' '\n'; }
decoded() { tr '\n' '\0' <"$1" | LC_ALL=C sed -z 's/%0A/\n/g; s/%25/%/g'; }

# A word for a shell.
quoted() { printf "'%s'" "$(printf '%s' "$1" | sed "s/'/'\\\\''/g")"; }

# All files that were asked for, encoded.
names() {
  for name; do
    case $name in -*) name=./$name ;; esac
    if [ -d "$name" ]; then
      find -L "$name" -type f \( -iname '*.wav' -o -iname '*.wave' -o -iname '*.flac' \
        -o -iname '*.ogg' -o -iname '*.oga' -o -iname '*.opus' -o -iname '*.mp3' \
        -o -iname '*.aif' -o -iname '*.aiff' -o -iname '*.aifc' -o -iname '*.caf' -o -iname '*.au' \
        -o -iname '*.snd' -o -iname '*.w64' -o -iname '*.rf64' \) -print0 | LC_ALL=C sort -z
    else
      printf '%s\0' "$name"
    fi
  done | encoded
  [ -z "$list" ] || { if [ "$list" = - ]; then cat; else cat -- "$list"; fi; } |
    if [ -n "$null" ]; then encoded; else sed 's/%/%25/g; /^$/d'; fi
}

# Those names of the second file, each once, that the first has no line for.
to_do() {
  LC_ALL=C awk '
    BEGIN { for (i = 1; i < 32; i++) control[sprintf("%c", i)] = sprintf("\\u%04x", i) }
    # As the worker writes a name.
    function quoted(name,    result, i, one, code) {
      for (i = 1; i <= length(name); i++) {
        one = substr(name, i, 1)
        if (one == "%") {
          code = substr(name, i + 1, 2)
          i += 2
          one = code == "0A" ? "\n" : "%"
        }
        if (one == "\"" || one == "\\") one = "\\" one
        else if (one in control) one = control[one]
        result = result one
      }
      return "\"" result "\""
    }
    FILENAME == ARGV[1] {
      if (match($0, /^\{"file":"([^"\\]|\\.)*"/)) done[substr($0, 9, RLENGTH - 8)] = 1
      next
    }
    {
      key = quoted($0)
      if (!(key in done)) print
      done[key] = 1
    }' "$1" "$2"
}
