#!/bin/bash
# Installs a package in a fresh Debian, tries what it holds, removes it, and looks for what it
# left behind.  Needs root, debootstrap and the package sources that this machine uses.
#
#   Tests/deb-check.sh PACKAGE.deb
set -euo pipefail

package=$1
folder=$(dirname "$package")/deb-check
root=$folder/root
if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap >/dev/null; then
  echo 'this check needs root and debootstrap' >&2
  exit 1
fi
fail() {
  echo "deb-check: $*" >&2
  exit 1
}

# Another machine may be older than this one.
if [ "$(dpkg --print-architecture)" = amd64 ]; then
  mkdir -p "$folder/tree"
  dpkg-deb -x "$package" "$folder/tree"
  for tool in "$folder"/tree/usr/bin/*; do
    count=$(objdump -d --no-show-raw-insn "$tool" | grep -c '%ymm') || true
    [ "$count" -eq 0 ] || fail "${tool##*/} has $count instructions of AVX"
  done
  rm -r "$folder/tree"
fi

end() {
  mountpoint -q "$root/proc" && umount "$root/proc"
  rm -rf "$folder"
}
trap end EXIT
rm -rf "$folder"
mkdir -p "$root"

# The same Debian from the same place.
# shellcheck disable=SC1091
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
# shellcheck disable=SC2016
source=$(apt-get indextargets --format '$(CODENAME) $(REPO_URI)' 'Created-By: Packages' |
  awk -v name="$codename" '$1 == name { print $2; exit }')
[ -n "$source" ] || fail "apt knows no source of $codename"
debootstrap --variant=minbase "$codename" "$root" "$source" >"$folder/log" 2>&1 ||
  fail "debootstrap: $(tail -n 1 "$folder/log")"
apt-config dump | grep -E '^Acquire::https?::' >"$root/etc/apt/apt.conf.d/90machine" || true
mount -t proc proc "$root/proc"
cp "$package" "$root/tmp/signalmetric.deb"

inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }
# Everything but the books of dpkg and apt, and what the libraries' own packages refresh.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./var -o -path ./etc/ld.so.cache \) \
    -prune -o -print | LC_ALL=C sort)
}
quiet() { inside sh -c '"$@" >/tmp/log 2>&1 || { cat /tmp/log >&2; exit 1; }' quiet "$@"; }

# The libraries come with the first installation, and stay: what remains is the package's own.
quiet apt-get update
quiet apt-get install -y --no-install-recommends /tmp/signalmetric.deb
tools=$(inside dpkg -L signalmetric | sed -n 's|^/usr/bin/||p')
[ "$(echo "$tools" | wc -l)" -gt 5 ] || fail "only these tools: $tools"
for tool in $tools; do
  inside "$tool" --version >/dev/null
  inside "$tool" --help | grep -q "^usage: $tool" || fail "$tool --help"
  for file in man/man1/"$tool".1.gz bash-completion/completions/"$tool" \
    zsh/vendor-completions/_"$tool" fish/vendor_completions.d/"$tool".fish; do
    [ -s "$root/usr/share/$file" ] || fail "no $file"
  done
done
cat >"$root/tmp/try" <<'END'
set -eu
cd /tmp
sm-capture -q --tone --level -20 --record demo.flac | sm-loudness | sm-fft | sm-scope >demo.sm
sm-render check -i demo.sm 'loudness.integrated in -21..-20' 'spectrum.band_count == 64'
sm-render json --last -i demo.sm | grep -q '"integrated"'
sm-render monitor -o demo.png -i demo.sm
sm-capture demo.flac | sm-eq -p voice | sm-resample 44100 | sm-render wav -o demo.wav
test -s demo.png && test -s demo.wav
sm-eq --list | grep -qx rumble
/usr/share/signalmetric/pipelines/measure.sh demo.flac >/dev/null
END
inside sh /tmp/try
(cd "$root" && md5sum --quiet -c var/lib/dpkg/info/signalmetric.md5sums)

files >"$folder/with"
quiet apt-get purge -y signalmetric
files >"$folder/without"
left=$(inside sh -c 'find / -xdev -path /proc -prune -o \( -name "sm-*" -o -name "_sm-*" \
  -o -name "*signalmetric*" \) -print' | grep -v '^/tmp/' || true)
[ -z "$left" ] || fail "left behind: $left"
new=$(comm -13 "$folder/with" "$folder/without")
[ -z "$new" ] || fail "the removal made $new"
echo "installed, tried and removed again: $(echo "$tools" | wc -l) tools"
