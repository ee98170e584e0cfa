# Who does the work of batch.sh: this machine, or others.
# shellcheck shell=sh disable=SC2154

worker() {
  printf 'place=%s run=%s sent=%s json=%s\n' "$(quoted "$1")" "$(quoted "$run")" "$send" \
    "$(quoted "$(cat "$here/json.awk")")"
  cat "$here/batch/worker.sh"
}

# xargs takes the place of the shell, so that it can be ended.
work_here() {
  decoded "$work/todo" >"$work/list"
  results=$(readlink -f "$output") asker=$$
  export results asker
  exec xargs -0 -n 8 -P "${jobs:-$(nproc)}" -a "$work/list" sh -c "$(worker "$PWD")" sh
}

# The worker goes along as one word of a command line, whatever shell the other side has.
work_there() {
  exec >>"$output" 2>"$work/trouble"
  set -- --will-cite -0 --sshloginfile "$(readlink -f "$hosts")" --retries 3 ${jobs:+--jobs "$jobs"}
  if [ -z "$send" ]; then
    decoded "$work/todo" >"$work/list"
    place=$PWD file='{}'
  else
    # Copies have numbers for names, in a folder of parallel's own on the host.
    copies
    cd "$work/copies" || exit
    set -- "$@" -N 2 --transferfile '{1}' --rsync-opts -rLDzR --cleanup --workdir ...
    place=. file='{1} {2}'
  fi
  exec parallel "$@" -a "$work/list" \
    "sh -c \"\$(echo $(worker "$place" | base64 | tr -d '\n') | base64 -d)\" sh $file"
}

# A folder of links to the files, and the list of links and names.
copies() {
  mkdir "$work/copies"
  number=0
  while IFS= read -r name; do
    number=$((number + 1))
    printf '%s\n' "$name" >"$work/name"
    path=$(decoded "$work/name" | tr '\0' /)
    path=${path%/}
    case $path in /*) ;; *) path=$PWD/$path ;; esac
    suffix=${path##*.}
    case $suffix in *[!A-Za-z0-9]*) copy=$number ;; *) copy=$number.$suffix ;; esac
    ln -s -- "$path" "$work/copies/$copy"
    printf '%s\n%s\n' "$copy" "$name"
  done <"$work/todo" >"$work/pairs"
  decoded "$work/pairs" >"$work/list"
}
