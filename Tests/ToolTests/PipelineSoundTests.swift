import Foundation
import Testing

/// Pipelines that play, or make files of sound and pictures.
@Suite struct `pipelines of sound` {
  private static let preset = Data("Filter 1: ON PK Fc 1000 Hz Gain 6 dB Q 1\n".utf8)
  private static let files = ["p.txt": preset, "fake-aplay": player]

  // MARK: eq-play

  @Test func `eq-play plays what sm-eq makes, file after file`() throws {
    let outcome = try pipeline(
      makeSound + """
        sm-capture --tone 440 --duration 0.5 -r 44100 -c 1 -t wav > './-a
        b.wav'
        eq-play.sh sound.wav --preset=p.txt && cmp heard.wav <(
          sm-capture sound.wav | sm-eq -p p.txt --preamp auto -t wav) && cat words
        eq-play.sh -p p.txt --preamp 0 -- '-a
        b.wav' sound.wav '-a
        b.wav' && wc -l < words && cmp heard.wav <(
          sm-capture ./-a* | sm-eq -p p.txt -t wav)
        """, files: Self.files)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.lines == ["-q --buffer-time=200000 -", "4"])
  }

  @Test func `eq-play makes a file, and replaces one only when it is told to`() throws {
    let outcome = try pipeline(
      makeSound + """
        eq-play.sh -p p.txt sound.wav -o 'a b.flac'
        sm-capture sound.wav | sm-eq -q -p p.txt --preamp auto | sm-render wav -o want.flac
        cmp 'a b.flac' want.flac && ls
        eq-play.sh -p p.txt sound.wav -o want.flac
        echo $?; echo old > old.wav; eq-play.sh -p p.txt sound.wav -o old.wav --force
        echo $?; sm-capture --probe old.wav | grep frames
        """, files: Self.files)
    #expect(
      outcome.lines
        == [
          "a b.flac", "config", "fake", "p.txt", "sound.wav", "state", "tmp", "want.flac", "1", "0",
          "frames    96000",
        ].filter { !["config", "state"].contains($0) })
    #expect(outcome.errors == "eq-play.sh: want.flac exists; --force replaces it\n")
  }

  @Test func `eq-play: what fails anywhere leaves the old file and is seen at the end`() throws {
    let outcome = try pipeline(
      makeSound + """
        head -c 100000 sound.wav > cut.wav; echo old > old.wav
        eq-play.sh -p p.txt cut.wav -o old.wav --force; echo $?; cat old.wav
        eq-play.sh -p p.txt cut.wav; echo $?
        eq-play.sh -p none sound.wav -o new.wav; echo $?
        eq-play.sh -p p.txt sound.wav -o new.xyz; echo $?
        eq-play.sh -p p.txt sound.wav -o no/new.wav; echo $?
        eq-play.sh sound.wav; echo $?
        eq-play.sh -p p.txt; echo $?
        eq-play.sh -p p.txt -D hw:1 -o new.wav; echo $?
        ls
        """, files: Self.files)
    #expect(outcome.lines.prefix(9) == ["1", "old", "1", "1", "2", "1", "2", "2", "2"])
    #expect(
      outcome.lines.dropFirst(9).sorted() == [
        "cut.wav", "fake", "heard.wav", "old.wav", "p.txt", "sound.wav", "tmp", "words",
      ])
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 8, "\(outcome.errors)")
    for (line, words) in zip(
      lines,
      [
        "sm-capture: cut.wav: ends at byte 100000", "sm-capture: cut.wav: ends at byte 100000",
        "sm-eq: none: neither a preset in", "eq-play.sh: new.xyz: the suffix is none of wav",
        "eq-play.sh: no/new.wav: its folder is missing", "eq-play.sh: which preset? -p PRESET",
        "eq-play.sh: what is to be played? FILE or -D DEVICE",
        "eq-play.sh: -o is for files; sm-capture --record keeps a card",
      ])
    {
      #expect(line.hasPrefix(words), "\(line)")
    }
  }

  @Test func `eq-play plays a card, in short blocks`() throws {
    let outcome = try pipeline(
      """
      sm-capture --tone 1000 --duration 0.2 -t raw --to s32 >card
      eq-play.sh -p p.txt -D hw:5; echo $?; cat words asked
      """,
      files: Self.files.merging(
        ["fake-arecord": program("echo \"$@\" >\"$HERE/asked\"; cat \"$HERE/card\"; exit 1")]
      ) { $1 })
    // The card has gone in the end, which is no good end.
    #expect(
      outcome.lines == [
        "1", "-q --buffer-time=40000 -", "-t raw -D hw:5 -f S32_LE -r 48000 -c 2",
      ], "\(outcome.errors)")
  }

  @Test func `a player that fails, another player, and none`() throws {
    // a PATH of everything but players
    let without = "mkdir bin; ln -s /usr/bin/* bin; rm -f bin/aplay bin/pw-play bin/sm-*; "
    let outcome = try pipeline(
      makeSound + without + """
        tools=$(dirname "$(command -v sm-eq)")
        eq-play.sh -p p.txt sound.wav; echo $?
        export PATH=$PWD/bin:$PIPELINES:$tools
        eq-play.sh -p p.txt sound.wav; echo $?
        echo 'echo "$@"; cat > heard.wav' > bin/pw-play; chmod +x bin/pw-play
        eq-play.sh -p p.txt sound.wav; echo $?
        cmp heard.wav <(sm-capture sound.wav | sm-eq -p p.txt --preamp auto -t wav)
        """, files: ["p.txt": Self.preset, "fake-aplay": program("exit 1")])
    // pw-play takes a dash for raw samples
    #expect(outcome.lines == ["1", "1", "--latency=200000us /dev/stdin", "0"])
    #expect(
      outcome.errors == "eq-play.sh: aplay is missing; install the Debian package alsa-utils\n")
  }

  @Test(.enabled(if: canMount, "file systems cannot be mounted here"))
  func `a full disk leaves nothing unfinished`() throws {
    let outcome = try inSmallPlace(
      makeSound + "echo old >small/o.wav; echo old >small/o.png; "
        + "eq-play.sh --force -p p.txt sound.wav -o small/o.wav; echo $?; "
        + "spectrogram.sh sound.wav -o small/o.png; echo $?; cat small/o.*",
      files: Self.files)
    #expect(outcome.lines == ["1", "1", "old", "old", "o.png", "o.wav"], "\(outcome.text)")
    #expect(
      outcome.errors.split(separator: "\n").allSatisfy { $0.lowercased().contains("no space left") }
    )
  }

  // MARK: spectrogram

  @Test func `spectrogram draws what it is told`() throws {
    let outcome = try pipeline(
      makeSound + """
        cp sound.wav './-x
        y.wav'
        spectrogram.sh -- '-x
        y.wav'
        spectrogram.sh sound.wav -o a.svg --linear --range 0:12000 --levels -90:-6 --paper
        spectrogram.sh sound.wav --output=b.pdf --colors '#000000,#ff8800' -n 1024
        spectrogram.sh sound.wav --size 400x300
        spectrogram.sh sound.wav --size 400x300
        head -c 24 ./-x*.png | tail -c 8 | od -An -tx1; head -c 24 sound-s*.png | tail -c 8 | od -An -tx1
        head -c 4 b.pdf; echo; sm-capture sound.wav | sm-loudness | sm-fft -n 4096 --bins --no-pcm |
          sm-render timeline --linear --fmin 0 --fmax 12000 --floor -90 --ceiling -6 \
            --appearance paper --size 1280x720 -o want.svg
        cmp a.svg want.svg; ls -- *.png
        """)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(
      outcome.lines == [
        " 00 00 05 00 00 00 02 d0", " 00 00 01 90 00 00 01 2c", "%PDF", "-x",
        "y-spectrogram.png", "sound-spectrogram.png",
      ])
  }

  @Test func `spectrogram: what is wrong leaves the old picture`() throws {
    let outcome = try pipeline(
      makeSound + """
        head -c 100000 sound.wav > cut.wav; echo old > o.png
        for words in 'cut.wav -o o.png' 'sound.wav -o o.gif' 'sound.wav -o o.png --size 1' \
          'sound.wav -o o.png --range 5' 'sound.wav -o o.png --levels 5' 'sound.wav -o o.png -n 7' \
          'sound.wav -o o.png --colors none' 'sound.wav cut.wav' ''; do
          spectrogram.sh $words; echo $?
        done
        cat o.png
        """)
    #expect(outcome.lines == ["1", "2", "2", "2", "2", "1", "2", "2", "2", "old"])
    #expect(!outcome.errors.contains("LEFT"))
  }

  // MARK: play-and-watch

  @Test func `play-and-watch shows what is heard`() throws {
    let outcome = try pipeline(
      makeSound + """
        play-and-watch.sh sound.wav && cmp <(sm-capture heard.wav -t raw) <(sm-capture sound.wav -t raw) && cat words
        """, files: Self.files)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(outcome.text.contains("sound.wav") && outcome.text.hasPrefix("Monitor"))
    #expect(outcome.lines.last == "-q --buffer-time=200000 -")
  }

  @Test func `play-and-watch: a picture that is stuck costs the sound nothing`() throws {
    let outcome = try pipeline(
      makeSound + """
        play-and-watch.sh sound.wav; echo $?; cmp <(sm-capture heard.wav -t raw) <(sm-capture sound.wav -t raw)
        """,
      files: [
        "fake-aplay": program("cat >\"$HERE/heard.wav\"; : >\"$HERE/done\""),
        "fake-sm-render": program("while [ ! -e \"$HERE/done\" ]; do sleep 0.1; done"),
      ])
    #expect(outcome.lines == ["0"], "\(outcome.errors)")
    #expect(!outcome.errors.contains("sm-capture: standard input"), "\(outcome.errors)")
  }

  @Test func `play-and-watch: a player that fails is a failure`() throws {
    let outcome = try pipeline(
      makeSound + "play-and-watch.sh sound.wav >picture; echo $?",
      files: ["fake-aplay": program("echo 'aplay: no card' >&2; exit 1")])
    #expect(outcome.lines == ["1"])
    #expect(outcome.errors.contains("aplay: no card\n"))
  }

  @Test func `Ctrl-C ends all of it, and leaves nothing`() throws {
    let outcome = try pipeline(
      "sm-capture --demo --duration 60 -t wav >long.wav; "
        + "timeout -s INT -k 20 1 play-and-watch.sh long.wav >picture; echo $?; "
        + "timeout -s INT -k 20 1 live-meter.sh -i long.wav >picture; echo $?; ls",
      files: ["fake-aplay": program("exec cat >\"$HERE/heard.wav\"")])
    #expect(
      outcome.lines == ["124", "124", "fake", "heard.wav", "long.wav", "picture", "tmp"])
    #expect(!outcome.errors.contains("LEFT"), "\(outcome.errors)")
  }
}
