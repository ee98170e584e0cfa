#!/bin/bash
# Runs a command with two machines of its own: network namespaces, an sshd in each. Needs to be root.
#
#   Tests/two-hosts.sh COMMAND [WORD ...]
#
# The command finds in HOSTS a file for GNU parallel's --sshloginfile, in HIDE a folder that the
# hosts see as an empty one, and in HOST1 and HOST2 the names of the namespaces. The hosts have the
# PATH of this script and share everything else.
set -euo pipefail

[ "$(id -u)" -eq 0 ] || {
  echo 'two-hosts.sh: only root can make network namespaces' >&2
  exit 1
}
sshd=$(command -v sshd || echo /usr/sbin/sshd)
work=$(mktemp -d)
chmod 755 "$work"
export HOST1=sm-$$-1 HOST2=sm-$$-2 HOSTS=$work/hosts HIDE=$work/hidden

clean() {
  for name in "$HOST1" "$HOST2"; do
    ip netns pids "$name" 2>/dev/null | xargs -r kill 2>/dev/null || true
    ip netns delete "$name" 2>/dev/null || true
  done
  rm -rf "$work"
}
trap clean EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$HIDE"
mkdir -p /run/sshd
ssh-keygen -q -t ed25519 -N '' -f "$work/key"
ssh-keygen -q -t ed25519 -N '' -f "$work/host"
cp "$work/key.pub" "$work/authorized"
: >"$HOSTS"
network=$((RANDOM % 200 + 20))
for number in 1 2; do
  name=sm-$$-$number
  here=10.$network.$number.1 there=10.$network.$number.2
  ip netns add "$name"
  ip link add "sm$network-$number" type veth peer name eth0 netns "$name"
  ip address add "$here/24" dev "sm$network-$number"
  ip link set "sm$network-$number" up
  ip -n "$name" address add "$there/24" dev eth0
  ip -n "$name" link set eth0 up
  ip -n "$name" link set lo up
  cat >"$work/sshd-$number" <<END
ListenAddress $there:2222
HostKey $work/host
AuthorizedKeysFile $work/authorized
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
PermitRootLogin prohibit-password
MaxStartups 100
MaxSessions 100
SetEnv PATH=$PATH
END
  # shellcheck disable=SC2016
  ip netns exec "$name" unshare -m bash -c \
    'mount -t tmpfs hidden "$1" && exec "$2" -D -e -f "$3"' bash "$HIDE" "$sshd" \
    "$work/sshd-$number" 2>"$work/log-$number" &
  echo "1/ssh -q -p 2222 -i $work/key -o UserKnownHostsFile=$work/known -o StrictHostKeyChecking=no root@$there" \
    >>"$HOSTS"
done
for number in 1 2; do
  for _ in $(seq 100); do
    (exec 3<>"/dev/tcp/10.$network.$number.2/2222") 2>/dev/null && break
    sleep 0.05
  done
done
"$@"
