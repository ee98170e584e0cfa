import Foundation
import Testing

/// Replacing the file of a transmitter, and everything that can go wrong there.
@Suite struct `a transmitter` {
  private static let settings = Data("CALLSIGN=N0CALL\nFREQ_MHZ=146.565\nMORSE_WPM=15\n".utf8)

  /// A folder `vol` with settings and an old file, the new sound `s`, the new file `new.wav`.
  private static let start =
    "export XDG_STATE_HOME=$PWD/st; mkdir vol; cp settings.txt old.wav vol; mv vol/old.wav "
    + "vol/audio.wav; sm-capture --tone --duration 1 > s; sm-render picofox -o new.wav < s; "

  private func run(
    _ line: String, old: Data = factoryFile(), settings: Data = Self.settings
  ) throws -> Outcome {
    try shell(Self.start + line, files: ["old.wav": old, "settings.txt": settings])
  }

  @Test func `the old file is copied to the user's disk, and the new one takes its place`() throws {
    let outcome = try run(
      "sm-render picofox -o vol/audio.wav < s; echo $?; cmp new.wav vol/audio.wav; "
        + "cmp old.wav st/signalmetric/backups/*; cmp settings.txt vol/settings.txt; ls -A vol st/*; "
        + "sm-render picofox -o vol/audio.wav < s; ls st/signalmetric/backups | wc -l")
    #expect(
      outcome.lines == [
        "0", "st/signalmetric:", "backups", "vol:", "audio.wav", "settings.txt", "1",
      ])
    #expect(outcome.errors.contains("replaced; the old file is kept as"))
    #expect(outcome.errors.contains("is that already; nothing was written"))
  }

  @Test(arguments: [
    ("old.wav", ""), ("$(sha256sum old.wav | cut -c 1-64)", ""),
    ("$(sha256sum old.wav | cut -c 1-64 | tr a-f A-F)", ""), ("new.wav", "is not what new.wav is"),
    ("$(sha256sum s | cut -c 1-64)", "its SHA-256 is"), ("nope", "nope: there is no such file"),
  ]) func `only what is expected is replaced`(one: (String, String)) throws {
    let outcome = try run(
      "sm-render picofox -q -o vol/audio.wav --expect \(one.0) < s; s=$?; "
        + "cmp -s old.wav vol/audio.wav && echo old; ls vol | wc -l; ls st 2>/dev/null; exit $s")
    #expect(outcome.status == (one.1.isEmpty ? 0 : 1))
    #expect(one.1.isEmpty || outcome.errors.contains(one.1))
    #expect(outcome.lines == (one.1.isEmpty ? ["2", "signalmetric"] : ["old", "2"]))
  }

  @Test(arguments: [
    ("echo x >> vol/audio.wav", "somebody has changed it meanwhile"),
    ("rm vol/audio.wav", "somebody has changed it meanwhile"),
    ("mv vol gone", "it is gone; nothing was written"),
    ("rm -r vol; touch vol", "it is gone; nothing was written"),
    ("rm vol/audio.wav; mkfifo vol/audio.wav", "no regular file"),
    ("kill -INT $p", ""), ("kill -TERM $p", ""),
  ]) func `what changes between check and write stops it`(one: (String, String)) throws {
    let outcome = try run(
      "set -m; mkfifo f; sm-render picofox -o vol/audio.wav < f & p=$!; "
        + "exec 3> f; head -c 100000 s >&3; sleep 0.2; \(one.0); sleep 0.1; "
        + "tail -c +100001 s >&3 2>/dev/null; exec 3>&-; wait $p; echo $?; ls -A vol; ls st 2>&1 | "
        + "grep -c signalmetric; [ -f vol/audio.wav ] && cmp -s old.wav vol/audio.wav && echo old")
    #expect(outcome.lines.first == (one.1.isEmpty ? (one.0.contains("INT") ? "130" : "143") : "1"))
    #expect(!outcome.text.contains(".part"))
    #expect(one.1.isEmpty || outcome.errors.contains(one.1))
    if one.1.isEmpty {
      #expect(outcome.lines.suffix(4) == ["audio.wav", "settings.txt", "0", "old"])
    }
  }

  @Test func `sound that was cut short replaces nothing`() throws {
    let outcome = try run(
      "head -c 100000 s | sm-render picofox -o vol/audio.wav; echo $?; cmp old.wav vol/audio.wav; "
        + "ls vol; sm-capture --silence --duration 0 | sm-render picofox -o vol/audio.wav; echo $?; "
        + "cmp old.wav vol/audio.wav")
    #expect(outcome.lines == ["1", "audio.wav", "settings.txt", "1"])
  }

  @Test(arguments: ["picofox -o new.wav", "preview -o new.wav", "preview"])
  func `why sound is refused is said by its reader`(target: String) throws {
    let factory = factoryFile()
    let nan = Data([0, 0, 0xC0, 0x7F])
    let files = [
      "long.wav": factory + Data([0]), "cut.wav": wav(ramp(500), channels: 2).dropLast(1003),
      "nan.wav": wav(ramp(500), channels: 1).dropLast(4) + nan,
    ]
    for (name, words) in [
      ("long.wav", "long.wav: ends at byte 288045: cut short, 144000 of 150000 frames are there"),
      ("cut.wav", "cut.wav: ends at byte 3041: cut short, 374 of 500 frames are there"),
      ("nan.wav", "nan.wav: frame 999, channel 1: not a finite number; sm-capture --scrub"),
    ] {
      let outcome = try shell("sm-render \(target) -i \(name) | wc -c; ls", files: files)
      #expect(outcome.errors.hasPrefix("sm-render: " + words), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
      #expect(outcome.lines == ["0"] + files.keys.sorted(), "\(outcome.text)")
    }
    let piped = try shell("sm-capture cut.wav | sm-render \(target); ls", files: files)
    #expect(piped.errors.contains("sm-capture: cut.wav: ends at byte"))
    #expect(piped.errors.contains("the source was cut short (error); nothing was written"))
    #expect(piped.lines == files.keys.sorted())
    let second = try shell(
      "cat <(sm-capture cut.wav) <(sm-capture cut.wav) | sm-render \(target)", files: files)
    #expect(second.errors.contains("the source was cut short (error)"))
  }

  @Test func `a new file has the rights that the user wants, and an old one keeps its own`() throws
  {
    let outcome = try run(
      "for mask in 077 027 022 000; do rm -f n.wav; (umask $mask; sm-render picofox -o n.wav -i s; "
        + "sm-render wav -o m$mask.wav -i s); stat -c %a n.wav m$mask.wav; done; "
        + "chmod 604 n.wav; sm-render picofox -q --gain -3 -o n.wav -i s; stat -c %a n.wav")
    #expect(
      outcome.lines == ["600", "600", "640", "640", "644", "644", "666", "666", "604"])
  }

  @Test func `links are followed, and folders and other things are left alone`() throws {
    let outcome = try run(
      "ln -s vol/audio.wav l; sm-render picofox -q -o l < s; cmp new.wav vol/audio.wav; ls -l l | "
        + "cut -c 1; sm-render picofox -o vol < s; sm-render picofox -o no/audio.wav < s; "
        + "sm-render picofox -o /dev/null < s; mkfifo f; sm-render picofox -o f < s")
    #expect(outcome.lines == ["l"])
    for words in [
      "name the file in it: vol/audio.wav", "is it mounted?", "/dev/null: no regular", "f: no",
    ] {
      #expect(outcome.errors.contains(words), "\(words)")
    }
  }

  // MARK: small, read-only and FAT volumes

  /// Whether a file system can be mounted here, in a name space of its own.
  static let canMount =
    (try? shell("unshare -Urm bash -c 'mkdir m && mount -t tmpfs -o size=64k tmpfs m'").status) == 0

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `a full volume and a read-only one keep the old file`() throws {
    for (mount, words) in [
      ("-o size=300k", "bytes are free, the new file needs 10044 beside the old one"),
      ("-o size=900k,ro", "Read-only file system"),
    ] {
      let outcome = try run(
        "export words; unshare -Urm bash -c 'mkdir m; mount -t tmpfs -o size=900k tmpfs m; "
          + "cp vol/* m; head -c 8000 /dev/zero > m/fill; mount -o remount,\(mount.dropFirst(3)) "
          + "tmpfs m || head -c 10M /dev/zero > m/fill; "
          + "[ \(mount.count) = 12 ] && head -c 10M /dev/zero > m/fill; "
          + "sm-render picofox -o m/audio.wav < s; echo $?; cmp old.wav m/audio.wav; ls -A m' 2> e; "
          + "grep sm-render e >&2")
      #expect(outcome.lines == ["1", "audio.wav", "fill", "settings.txt"])
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `a volume that is pulled out while it waits is gone, and nothing else`() throws {
    let outcome = try run(
      "unshare -Urm bash -c 'mkdir m; mount -t tmpfs -o size=900k tmpfs m; mkdir m/d; cp vol/* m/d; "
        + "mkfifo f; sm-render picofox -o m/d/audio.wav < f & exec 3> f; sleep 0.2; umount -l m; "
        + "cat s >&3; exec 3>&-; wait $!; echo $?; ls -A m | wc -l'")
    #expect(outcome.lines == ["1", "0"])
    #expect(outcome.errors.contains("it is gone; nothing was written"))
  }

  static let canMountFAT =
    (try? shell(
      "truncate -s 1M i && mkfs.vfat i > /dev/null && mkdir m && mount -o loop i m && umount m"
    ).status) == 0

  @Test(.enabled(if: canMountFAT, "FAT images cannot be mounted here"))
  func `a FAT volume is written, and never holds the copies`() throws {
    let outcome = try run(
      "truncate -s 1M i; mkfs.vfat i > /dev/null; mkdir m; mount -o loop i m; cp vol/* m; "
        + "sm-render picofox -o m/audio.wav < s; cmp new.wav m/audio.wav; ls m; "
        + "XDG_STATE_HOME=$PWD/m sm-render picofox --default --yes -o m/audio.wav; "
        + "cmp new.wav m/audio.wav; umount m")
    #expect(outcome.lines == ["audio.wav", "settings.txt"])
    #expect(outcome.errors.contains("on the volume itself"))
  }

  // MARK: every step

  /// Stands between the tool and the system: the n-th call that changes something kills the process,
  /// or fails.
  private static let shim = Data(
    """
    #define _GNU_SOURCE
    #include <dlfcn.h>
    #include <errno.h>
    #include <fcntl.h>
    #include <signal.h>
    #include <stdarg.h>
    #include <stdlib.h>
    #include <stdio.h>
    #include <sys/stat.h>
    #include <unistd.h>
    static int calls;
    static int hit(int code) {
      const char *kill_at = getenv("KILL_AT"), *fail_at = getenv("FAIL_AT");
      calls++;
      if (atoi(kill_at ? kill_at : fail_at) != calls) return 0;
      dprintf(9, "hit");
      if (kill_at) raise(SIGKILL);
      errno = code;
      return 1;
    }
    static int opens(const char *name, const char *path, int flags, int mode) {
      int (*real)(const char *, int, int) = dlsym(RTLD_NEXT, name);
      if ((flags & O_CREAT) && hit(EROFS)) return -1;
      return real(path, flags, mode);
    }
    #define OPEN(name) int name(const char *path, int flags, ...) { \\
      va_list list; va_start(list, flags); int mode = va_arg(list, int); va_end(list); \\
      return opens(#name, path, flags, mode); }
    OPEN(open)
    OPEN(open64)
    ssize_t write(int file, const void *bytes, size_t count) {
      ssize_t (*real)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
      if (file > 2 && hit(ENOSPC)) return -1;
      return real(file, bytes, count);
    }
    int fsync(int file) {
      int (*real)(int) = dlsym(RTLD_NEXT, "fsync");
      return hit(EIO) ? -1 : real(file);
    }
    int rename(const char *one, const char *other) {
      int (*real)(const char *, const char *) = dlsym(RTLD_NEXT, "rename");
      return hit(EIO) ? -1 : real(one, other);
    }
    int mkdir(const char *path, mode_t mode) {
      int (*real)(const char *, mode_t) = dlsym(RTLD_NEXT, "mkdir");
      return hit(EACCES) ? -1 : real(path, mode);
    }
    ssize_t read(int file, void *bytes, size_t count) {
      ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
      if (file > 2 && hit(EIO)) return -1;
      return real(file, bytes, count);
    }

    """.utf8)

  static let compiler = (try? shell("command -v cc || command -v gcc || command -v clang"))?.lines
    .first

  @Test(.enabled(if: compiler != nil, "there is no C compiler"), arguments: ["KILL_AT", "FAIL_AT"])
  func `whatever step it dies at, one of the two files is there, whole`(way: String) throws {
    let line =
      "\(Self.compiler ?? "cc") -shared -fPIC -o shim.so shim.c -ldl || exit 9; n=0; "
      + "while [ $n -lt 200 ]; do n=$((n + 1)); rm -rf vol st; mkdir vol; cp settings.txt vol; "
      + "cp old.wav vol/audio.wav; { \(way)=$n LD_PRELOAD=$PWD/shim.so "
      + "sm-render picofox -o vol/audio.wav -i s; s=$?; } 2> err 9> hit; [ -s hit ] || break; "
      + "if cmp -s new.wav vol/audio.wav; then cmp -s old.wav st/signalmetric/backups/* || "
      + "echo no copy at $n; else cmp -s old.wav vol/audio.wav || echo neither at $n; "
      + "[ $s = 0 ] && echo pretended at $n; fi; cmp settings.txt vol/settings.txt; "
      + "case $(ls -A vol | tr '\\n' ' ') in 'audio.wav settings.txt ') ;; "
      + "'audio.wav audio.wav.part settings.txt ') "
      + "[ \(way) = KILL_AT ] || echo stray at $n;; *) echo strange at $n;; esac; "
      + "[ -s err ] || echo silent at $n; [ $s != 0 ] && steps=$((steps + 1)); "
      + "sm-render picofox -q -o vol/audio.wav -i s || echo not again at $n; "
      + "cmp new.wav vol/audio.wav; [ $(ls -A vol | wc -l) = 2 ] || echo left at $n; "
      + "done; echo steps $steps"
    let outcome = try shell(
      Self.start + line,
      files: ["old.wav": factoryFile(), "settings.txt": Self.settings, "shim.c": Self.shim])
    #expect(outcome.lines.count == 1, "\(outcome.text)")
    let steps = Int(outcome.lines.last?.split(separator: " ").last ?? "") ?? 0
    #expect(20..<200 ~= steps)
    #expect(outcome.errors == "")
  }

  // MARK: the message and the check

  @Test func `the message is the same every time, and replaces only with yes`() throws {
    let outcome = try shell(
      "export XDG_STATE_HOME=$PWD/st; sm-render picofox --default -o a.wav; "
        + "sm-render picofox --default -o - | cmp - a.wav; stat -c %s a.wav; "
        + "sm-render picofox --default -o a.wav --profile picofox-8k; echo $?; stat -c %s a.wav; "
        + "sm-render picofox --default --yes -o a.wav --profile picofox-8k; stat -c %s a.wav; "
        + "sm-capture a.wav | sm-loudness | sm-render csv --last --fields time,levels.1.true_peak_max"
    )
    #expect(outcome.lines.prefix(4) == ["288044", "2", "288044", "460844"])
    let values = outcome.lines.last?.split(separator: ",").compactMap { Double($0) } ?? []
    #expect(values.first == 28.8)
    #expect(abs((values.last ?? 0) - -6.02) < 0.1)
    #expect(outcome.errors.contains(": is there already; --default --yes replaces it"))
  }

  @Test func `a folder that looks like a transmitter is told from another`() throws {
    let outcome = try run(
      "sm-render picofox --check-device vol; echo $?; rm vol/audio.wav; "
        + "sm-render picofox --check-device vol; echo $?; sm-render picofox --check-device st; echo $?"
    )
    #expect(outcome.lines.contains("settings.txt: \(Self.settings.count) bytes, callsign N0CALL"))
    #expect(outcome.text.contains("the factory's, whose header says 30 s"))
    #expect(
      outcome.text.contains("vol looks like a copy of a transmitter, which has FAT itself\n0\n"))
    #expect(outcome.text.contains("audio.wav: missing\nvol does not look like a transmitter\n1\n"))
    #expect(outcome.errors.contains("st: no directory; is the transmitter plugged in"))
  }

  @Test(arguments: [
    ("CALLSIGN=N0CALL\n", ""), ("callsign=n0call\nfreq_mhz=146.5\n", ""),
    ("FREQ_MHZ=143.99\n", "FREQ_MHZ=143.99: outside 144.02 to 147.98 MHz of ITU zone 2"),
    ("FREQ_MHZ=433.5\n", "so the device does not transmit"), ("FREQ_MHZ=147.98\n", ""),
    ("FREQ_MHZ=147.980001\n", "so the device does not transmit"), ("FREQ_MHZ=144.02\n", ""),
    ("FREQ_MHZ=146,5\n", "line 1: FREQ_MHZ=146,5: the device reads 146.000000"),
    ("ITU_ZONE=1\nFREQ_MHZ=147\n", "line 2: FREQ_MHZ=147: outside 144.02 to 145.98"),
    ("ITU_ZONE=4\nFREQ_MHZ=147\n", "from 1 to 3 is needed; the device takes 2"),
    ("\nMORSE_WPM=31\n", "line 2: MORSE_WPM=31: a whole number from 1 to 30 is needed; the"),
    ("MORSE_TONE=x\n", "line 1: MORSE_TONE=X: a whole number from 100 to 2499"),
    ("MORSE_TONE=1k\n", "from 100 to 2499 is needed; the device takes 600"),
    ("MORSE_WPM=0.01k\n", "is needed; the device takes 15"), ("MORSE_WPM= 15\n", ""),
    ("MORSE_WPM=15.5\n", "line 1: MORSE_WPM=15.5: the device reads 15"), ("MORSE_WPM=15\r\n", ""),
    ("MORSE_WPM=2k\n", "the device reads 2"), ("MORSE_TONE=600 Hz\n", ""),
    ("MORSE_TONE=+600\n", ""),
    ("MORSE_FARNSWORTH_WPM=40\n", ""), ("MORSE_FARNSWORTH_WPM=0\n", "the device takes MORSE_WPM"),
    ("DUTY_CYCLE=300\n", "from 0 to 100 is needed; the device takes 44"), ("DUTY_CYCLE=0\n", ""),
    ("ATTENUATION=128\n", "the device takes 127"), ("MORSE_TONE_VOL=0\n", "the device takes 70"),
    ("# mine\nCALLSIGN=A\n", "line 2: no setting is called '# MINECALLSIGN'"),
    ("CALLSIGN=A\n\r\nMORSE_WPM=9\n", "line 2: '?' is no KEY=VALUE; the device puts it in front"),
    ("CALLSIGN=A\u{1B}[2J\n", "CALLSIGN=A?[2J: '?' has no Morse"),
    ("what\n", "line 1: 'WHAT' is no KEY=VALUE"),
    ("DUTY=1\n", "line 1: no setting is called 'DUTY'"),
    ("CALLSIGN=ABCDEFGHIJKL\n", "line 1: CALLSIGN=ABCDEFGHIJKL: the device keeps 11"),
    ("CALLSIGN=N0/CALL\n", "'/' has no Morse code"), ("CALLSIGN=A\r\n", "line 1: ends with CR LF"),
    ("CALLSIGN=A\nX=1", "line 2: has no line end"),
  ]) func `settings are checked by line`(one: (String, String)) throws {
    let outcome = try run(
      "sm-render picofox --check-device vol", settings: Data(one.0.utf8))
    #expect(outcome.status == (one.1.isEmpty ? 0 : 1))
    #expect(outcome.text.contains("said above") == !one.1.isEmpty)
    #expect(
      one.1.isEmpty || outcome.text.contains("settings.txt: " + one.1)
        || outcome.text.contains(one.1))
  }

  @Test func `what the device does of harmless settings is said`() throws {
    let outcome = try run(
      "sm-render picofox --check-device vol",
      settings: Data("CALLSIGN=A\nMORSE_TONE=700 Hz\nDUTY_CYCLE=0\nMORSE_WPM= 9\n".utf8))
    #expect(outcome.status == 0)
    #expect(
      outcome.lines.filter { $0.contains("line ") } == [
        "settings.txt: line 2: MORSE_TONE=700 HZ: the device reads 700",
        "settings.txt: line 3: DUTY_CYCLE=0: the device does not transmit",
      ])
  }

  @Test func `the default settings of the device are no fault`() throws {
    let outcome = try run(
      "sm-render picofox --check-device vol",
      settings: Data(
        ("CALLSIGN=\nITU_ZONE=2\nFREQ_MHZ=146.565000\nDUTY_CYCLE=100\nATTENUATION=0\nMORSE_WPM=15\n"
          + "MORSE_FARNSWORTH_WPM=10\nMORSE_TONE=600\nMORSE_TONE_VOL=70\n").utf8))
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("there is no CALLSIGN"))
    #expect(outcome.text.contains("line 7: MORSE_FARNSWORTH_WPM=10: the device raises it"))
  }
}
