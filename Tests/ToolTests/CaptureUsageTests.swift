import Foundation
import Testing

extension `sm-capture` {
  @Suite struct Usage {
    @Test(arguments: [
      ("--bogus", "unknown option --bogus"), ("x.wav --bogus", "--bogus"),
      ("x.wav -Z", "option -Z"), ("--start", "--start needs a value"),
      ("--mono=3", "--mono takes no value"), ("-r 48x", "--rate: '48x' is not a number"),
      ("--start=-1 x", "outside 0 to"), ("-b 3 x", "outside 16 to 65536"),
      ("-b 100000 x", "outside 16 to 65536"), ("-c 65 x", "outside 1 to 64"),
      ("-c 1.5 x", "not a whole number"), ("-f mp3 x", "--format: 'mp3' is unknown"),
      ("-t flac x", "--type: 'flac' is unknown"), ("--to s16 x", "records hold Float32"),
      ("-t wav --to u8 x", "--to: 'u8' is unknown"), ("--tone 10", "outside 20 to 20000"),
      ("--tone 5k -r 8k", "at or above half the rate"), ("--tone --noise white", "one generator"),
      ("--noise blue", "one of white, pink"), ("--tone x.wav", "reads no file"),
      ("--tone --start 1", "does not go with --tone"), ("--seed 3 x", "goes with a generator"),
      ("--channel 2 --mono x", "choose one"), ("-i a b", "use one way"),
    ]) func `a wrong command line is status 2, one line, and no output`(one: (String, String))
      throws
    {
      try shell("sm-capture " + one.0).expectRefusal(2, "sm-capture", one.1)
    }

    @Test func `help and version go to standard output`() throws {
      let help = try shell("sm-capture --help --mono")
      #expect(help.status == 0)
      #expect(help.errors == "")
      #expect(help.text.hasPrefix("usage: sm-capture [-hqv] "))
      #expect(help.text.split(separator: "\n").allSatisfy { $0.count <= 80 })
      let version = try shell("sm-capture --version")
      #expect(version.text.hasPrefix("sm-capture (SignalMetric) "))
      #expect(version.status == 0)
    }

    @Test(arguments: ["", "json ", "csv ", "text "]) func `empty input is a failure that says so`(
      target: String
    ) throws {
      let tool = target.isEmpty ? "sm-capture" : "sm-render"
      try shell("\(tool) \(target)").expectRefusal(1, tool, "standard input: empty")
    }

    @Test func `empty raw sound is a source without frames`() throws {
      let empty = try shell("sm-capture -r 48k -c 2 | sm-render csv --fields frames,position,end")
      #expect(empty.lines == ["frames,position,end", "0,0,eof"])
      #expect(empty.errors == "")
      let wave = try shell("sm-capture -r 48k -c 2 -t wav | sm-capture -t raw")
      #expect(wave.output.isEmpty)
      #expect(wave.status == 0)
    }

    @Test(arguments: ["sm-capture", "sm-render json", "sm-capture -r 48000 -t raw"])
    func `raw sound without rate and channels is refused with a command that works`(tool: String)
      throws
    {
      let sound = raw(ramp(100))
      let refused = try shell(tool, input: sound)
      let name = String(tool.prefix { $0 != " " })
      refused.expectRefusal(2, name, "if it is raw sound, say so: ")
      let command = try #require(refused.errors.components(separatedBy: "say so: ").last)
      let run = try shell(command, input: sound)
      #expect(run.status == 0)
      #expect(!run.output.isEmpty)
      #expect(run.errors == "")
    }

    @Test func `the command for a raw file with a strange name works too`() throws {
      let name = "it's 5 $o.pcm"
      let refused = try shell(
        "sm-capture -t raw \"it's 5 \\$o.pcm\"", files: [name: raw(ramp(10))])
      refused.expectRefusal(2, "sm-capture", "say so: ")
      let command = try #require(refused.errors.components(separatedBy: "say so: ").last)
      #expect(try shell(command, files: [name: raw(ramp(10))]).output == raw(ramp(10)))
    }

    @Test func `24 bits in four bytes are what they are in three`() throws {
      let bytes = Data([1, 2, 3, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0x80, 0xFF, 9, 8, 7, 0])
      let run = try shell(
        "sm-capture -f S24_LE -r 48k -c 2 -t raw --to s24 | od -A n -t u1; "
          + "printf 1234 | sm-capture -f s24_le -r 48k -c 1 | sm-render json --last", input: bytes)
      #expect(run.lines.first == "   1   2   3 255 255 255   0   0 128   9   8   7")
      #expect(run.text.contains("\"format\":\"s24\""))
      #expect(run.errors == "")
    }

    @Test func `a file that may be of another program's has ffmpeg's command in front`() throws {
      let bytes = Data([0x0B, 0x77]) + Data(repeating: 0x55, count: 5000)
      let refused = try shell("sm-capture song.ac3", files: ["song.ac3": bytes])
      refused.expectRefusal(
        2, "sm-capture",
        "song.ac3: no kind of sound that is known here; try: ffmpeg -v error -i song.ac3 -f wav "
          + "-c:a pcm_f32le - | sm-capture; if it is raw sound, say so: sm-capture -r 48000 -c 2 "
          + "-f f32 song.ac3")
    }

    @Test func `rate and channels against a header are refused with both values`() throws {
      let file = ["a.wav": wav(ramp(10), channels: 2)]
      try shell("sm-capture -r 44.1k a.wav", files: file)
        .expectRefusal(2, "sm-capture", "a.wav: says 48000 Hz, --rate says 44100")
      try shell("sm-capture -c 1 a.wav", files: file)
        .expectRefusal(2, "sm-capture", "a.wav: has 2 channels, --channels says 1")
      #expect(try shell("sm-capture -r 48k -c 2 a.wav", files: file).status == 0)
      let records = try shell("sm-capture --tone 440 | sm-capture -r 8k")
      records.expectRefusal(2, "sm-capture", "says 48000 Hz, --rate says 8000")
    }

    @Test func `a block size for records is refused`() throws {
      try shell("sm-capture --tone | sm-capture -b 512")
        .expectRefusal(2, "sm-capture", "records have their block size already")
    }

    @Test func `files that cannot be read are named`() throws {
      try shell("sm-capture nothing.wav")
        .expectRefusal(1, "sm-capture", "nothing.wav: open: No such file")
      try shell("sm-capture .").expectRefusal(1, "sm-capture", ".: a directory")
      try shell("sm-capture --silence > /dev/full")
        .expectRefusal(1, "sm-capture", "standard output: write: No space left")
      try shell("sm-capture --silence >&-").expectRefusal(1, "sm-capture", "standard output")
    }

    @Test(.enabled(if: has("script"), "script(1) of bsdutils is needed"))
    func `a terminal is neither read nor written`() throws {
      let written = try shell(
        "script -qec 'sm-capture --tone' /dev/null; script -qec 'sm-capture --tone 2>/dev/null' x")
      #expect(written.status == 2)
      #expect(written.text.contains("standard output is a terminal"))
      #expect(!written.output.contains(0x7F))
      let read = try shell("script -qec 'sm-capture > file; echo is $?; wc -c < file' /dev/null")
      #expect(read.text.contains("standard input is a terminal; name a file"))
      #expect(read.text.contains("is 2"))
      #expect(read.text.contains("\n0\r"))
      let render = try shell("script -qec 'sm-render json; echo is $?' /dev/null")
      #expect(render.text.contains("standard input is a terminal"))
      #expect(render.text.contains("is 2"))
    }

    @Test(arguments: ["fLaC", "OggS", "ID3", "FORM", "caff", "RIFX"])
    func `what libsndfile reads is refused on a pipe by name`(magic: String) throws {
      let bytes = Data(magic.utf8) + Data(repeating: 0, count: 5000)
      let refused = try shell("cat | sm-capture -r 48k -c 2", input: bytes)
      refused.expectRefusal(1, "sm-capture", "it cannot be read from a pipe; try: sm-capture FILE")
    }

    @Test(arguments: ["flac", "ogg", "mp3", "aiff", "caf", "wav"])
    func `what libsndfile reads is read from a file on standard input`(type: String) throws {
      let run = try shell(
        "sm-capture --tone --duration 1 | sm-render wav -t \(type) -o a.\(type); "
          + "sm-capture -t raw a.\(type) >named; sm-capture -t raw <a.\(type) >given; "
          + "cmp named given && sm-loudness <a.\(type) | sm-render csv --last --fields "
          + "source.kind,source.name,position; wc -c <named")
      #expect(run.status == 0)
      #expect(run.errors == "")
      #expect(run.lines[1].hasPrefix("pipe,,4"))
    }

    @Test func `a file on standard input that has been read from is no whole file`() throws {
      let run = try shell(
        "sm-capture --tone --duration 1 | sm-render wav -t flac -o a.flac; "
          + "cat a.flac a.flac >b; { head -c $(wc -c <a.flac) >a; sm-capture; } <b")
      #expect(run.status == 1)
      #expect(run.output.isEmpty)
    }

    @Test func `advice names no pipe that is gone with its command`() throws {
      let mp4 = Data([0, 0, 0, 0x1C]) + Data("ftypM4A ".utf8) + Data(repeating: 0, count: 5000)
      let files = ["a.flac": Data("fLaC".utf8) + Data(repeating: 0, count: 5000), "a.m4a": mp4]
      for (name, words) in [
        ("a.flac", "it cannot be read from a pipe; try: sm-capture FILE\n"),
        ("a.m4a", "try: ffmpeg -v error -i FILE -f wav -c:a pcm_f32le - | sm-capture\n"),
      ] {
        let refused = try shell("sm-capture <(cat \(name))", files: files)
        #expect(refused.status == 1)
        #expect(refused.errors.hasSuffix(words), "\(refused.errors)")
      }
      let named = try shell("sm-capture a.m4a", files: files)
      #expect(named.errors.contains("ffmpeg -v error -i a.m4a -f wav"))
    }

    @Test func `what only ffmpeg reads is refused with its command`() throws {
      let bytes = Data([0, 0, 0, 0x1C]) + Data("ftypM4A ".utf8) + Data(repeating: 0, count: 5000)
      let refused = try shell("sm-capture 'my song.m4a'", files: ["my song.m4a": bytes])
      refused.expectRefusal(
        1, "sm-capture", "ffmpeg -v error -i 'my song.m4a' -f wav -c:a pcm_f32le - | sm-capture")
    }
  }
}
