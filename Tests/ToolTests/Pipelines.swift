import Foundation
import Testing

/// Runs a line of shell that uses scripts of `pipelines/`, found on the PATH.
///
/// - Parameters:
///   - line: for bash; names starting with `fake-` become programs that hide the real ones.
///   - input: what standard input holds.
///   - files: made in the folder before; `fake-aplay` is found as `aplay`.
/// - Returns: status, standard output and standard error, which ends with `LEFT …` where unfinished
///   work is left in the folder for it or beside the files.
/// - Throws: what keeps the shell from being run.
func pipeline(_ line: String, input: Data = Data(), files: [String: Data] = [:]) throws -> Outcome {
  try shell(
    """
    mkdir fake tmp && export TMPDIR=$PWD/tmp XDG_STATE_HOME=$PWD/state XDG_CONFIG_HOME=$PWD/config
    for file in fake-*; do
      [ -e "$file" ] && chmod +x "$file" && mv "$file" "fake/${file#fake-}"
    done
    export PATH=$PWD/fake:$PIPELINES:$PATH HERE=$PWD
    \(line)
    status=$?
    left=$(ls -A tmp; find . -name '.*.sh.*')
    [ -z "$left" ] || echo "LEFT $left" >&2
    exit $status
    """, input: input, files: files,
    environment: ["PIPELINES": project.appendingPathComponent("pipelines").path])
}

/// A program of shell.
func program(_ body: String) -> Data { Data("#!/bin/sh\n\(body)\n".utf8) }

/// A player that keeps what it plays, and its words.
let player = program("echo \"$@\" >>\"$HERE/words\"; cat >\"$HERE/heard.wav\"")

/// Makes `sound.wav`, 16 bits, which nothing below full scale.
let makeSound = "sm-capture --demo --duration 2 --level -12 -t wav --to s16 >sound.wav; "

/// Whether file systems can be mounted by the tests.
let canMount = (try? shell("unshare -Urm bash -c 'mkdir m && mount -t tmpfs tmpfs m'").status) == 0

/// Runs a line with the folder `small` so full that nothing but a few kilobytes fit.
func inSmallPlace(_ line: String, kilobytes: Int = 40, files: [String: Data] = [:]) throws
  -> Outcome
{
  try pipeline(
    "mkdir small; export LINE='\(line)'; unshare -Urm bash -c 'mount -t tmpfs -o "
      + "size=\(kilobytes)k tmpfs small && eval \"$LINE\"; s=$?; ls -A small; exit $s'",
    files: files)
}
