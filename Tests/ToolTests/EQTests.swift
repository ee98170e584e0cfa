import Foundation
import Testing

/// The equalizer as a program.
@Suite struct `sm-eq` {
  static let noise = "sm-capture -q --noise pink --duration 2"

  /// 32-bit floats as they are stored.
  func floats(_ data: Data) -> [Float] {
    data.withUnsafeBytes { bytes in
      (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
    }
  }

  // MARK: streams

  @Test(arguments: ["records", "wav", "au", "raw"])
  func `the answer comes in the container of the question`(type: String) throws {
    let magic = ["records": "SM", "wav": "RI", "au": ".s"]
    let options = type == "raw" ? "-r 48000 -c 2" : ""
    let run = try shell(
      "\(Self.noise) -t \(type) | sm-eq \(options) --band 1k=6 | tee out | wc -c; head -c 2 out")
    #expect(run.errors == "")
    if let start = magic[type] { #expect(run.lines.last == start) }
    let again = try shell(
      "\(Self.noise) -t \(type) | sm-eq \(options) --band 1k=6 -t raw | cmp - <(\(Self.noise) | sm-eq --band 1k=6 -t raw)"
    )
    #expect(again.status == 0)
  }

  @Test func `a known length is passed on, and sizes in a file are made true`() throws {
    let run = try shell(
      """
      \(Self.noise) -t wav > in.wav
      sm-eq --band 1k=6 <in.wav | head -c 100 | tail -c +5 | head -c 4 | od -An -tx1 | tr -d ' '
      sm-eq --band 1k=6 <in.wav >out.wav; sm-capture --probe out.wav
      cmp <(sm-eq --band 1k=6 <in.wav | tail -c +59) <(tail -c +59 out.wav) && echo same
      """)
    #expect(run.errors == "")
    #expect(run.lines.first != "ffffffff")
    #expect(run.text.contains("96000") && run.text.contains("same"))
  }

  @Test func `--type and --to overrule`() throws {
    let run = try shell(
      "\(Self.noise) | sm-eq --band 1k=6 -t wav --to s16 | head -c 36 | tail -c 2 | od -An -tx1 | tr -d ' '"
    )
    #expect(run.text.contains("1000"))
    let wrong = try shell("\(Self.noise) | sm-eq --to s16 >out")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("records hold Float32"))
    let right = try shell("\(Self.noise) -t wav | sm-eq --to s16 | wc -c")
    #expect(right.errors == "" && right.text == "384044\n")
  }

  @Test func `nothing to do is a bit-exact copy, zeros and signs too`() throws {
    let values: [Float] = [
      0.1, -0.0, Float(bitPattern: 71_362), -1.5, 0.25, .leastNonzeroMagnitude, 0, 1,
    ]
    let input = values.withUnsafeBytes { Data($0) }
    for options in ["", "--gains 0,0,0,0,0,0,0,0,0,0,0,0,0,0", "'PK Fc 100 Hz Gain 0 dB Q 1'"] {
      let run = try shell("sm-eq -r 48000 -c 2 --limit off \(options)", input: input)
      #expect(run.output == input)
    }
  }

  @Test func `the left is boosted, the right is the same to the bit`() throws {
    let run = try shell(
      "\(Self.noise) -t raw >in; sm-eq -r 48000 -c 2 --band L:1k=12 --band L:64=-5 <in")
    let before = floats(try shell("\(Self.noise) -t raw").output)
    let after = floats(run.output)
    #expect(before.count == 192_000 && after.count == before.count)
    let right = stride(from: 1, to: before.count, by: 2)
    #expect(right.allSatisfy { before[$0].bitPattern == after[$0].bitPattern })
    let left = stride(from: 0, to: before.count, by: 2)
    #expect(left.contains { before[$0] != after[$0] })
  }

  @Test(arguments: ["1", "7", "1001"])
  func `how the pipe cuts the bytes makes no difference`(size: String) throws {
    let run = try shell(
      """
      sm-capture -q --noise white --duration 0.2 -c 3 -t raw >in
      dd if=in bs=\(size) status=none | sm-eq -r 48000 -c 3 --gains 3,-3,3,-3,3,-3,3,-3,3,-3,3,-3,3,-3 >one
      sm-eq -r 48000 -c 3 -b 16 --gains 3,-3,3,-3,3,-3,3,-3,3,-3,3,-3,3,-3 <in >two
      sm-eq -r 48000 -c 3 -b 65536 --gains 3,-3,3,-3,3,-3,3,-3,3,-3,3,-3,3,-3 <in >three
      cmp one two && cmp one three
      """)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }

  @Test func `what is not a number becomes zero and does not stay`() throws {
    // E11.
    var values = Array(repeating: Float(0.1), count: 2000)
    values[100] = .nan
    values[501] = .infinity
    let input = values.withUnsafeBytes { Data($0) }
    let run = try shell("sm-eq -r 48000 -c 2 --band 1k=6", input: input)
    #expect(floats(run.output).allSatisfy { $0.isFinite })
    #expect(run.errors.contains("2 samples were no finite numbers"))
  }

  @Test func `measurements are dropped, the rest passes`() throws {
    let run = try shell("\(Self.noise) | sm-loudness | sm-eq --band 1k=1 | sm-render json --last")
    #expect(run.text.contains("\"loudness\":null"))
    #expect(run.text.contains("\"levels\":null"))
    #expect(run.text.contains("\"stage\":\"sm-eq\""))
    #expect(run.text.contains("\"kind\":\"generator\""))
    let empty = try shell("\(Self.noise) | sm-loudness --no-pcm | sm-eq --band 1k=1 >out")
    #expect(empty.status == 1)
    #expect(empty.errors.contains("--no-pcm"))
  }

  @Test func `a level comes out as it should: 6 dB at the centre of a band`() throws {
    let run = try shell(
      """
      sm-capture -q --tone 1024 --level -20 --duration 2 | sm-eq --band 1k=6 | sm-loudness \
      | sm-render check 'levels.1.true_peak_max in -14.1..-13.9'
      """)
    #expect(run.status == 0, "\(run.text)\(run.errors)")
  }

  @Test func `more channels, and one`() throws {
    let six = try shell(
      """
      sm-capture -q --noise white --duration 0.1 -c 6 -t raw >in
      sm-eq -r 48000 -c 6 --band R:1k=6 <in >out
      sm-eq -r 48000 -c 6 --band R:1k=6 --channel-map=-,-,R,R,L,- <in >mapped
      """)
    #expect(six.status == 0 && six.errors == "")
    let changed = { (file: String) in
      let run = try shell(
        """
        sm-capture -q --noise white --duration 0.1 -c 6 -t raw >in
        sm-eq -r 48000 -c 6 --band R:1k=6 \(file) <in
        """)
      let before = self.floats(
        try shell("sm-capture -q --noise white --duration 0.1 -c 6 -t raw").output)
      let after = self.floats(run.output)
      return (1...6).filter { channel in
        stride(from: channel - 1, to: before.count, by: 6).contains { before[$0] != after[$0] }
      }
    }
    #expect(try changed("") == [2, 4, 6])
    #expect(try changed("--channel-map=-,-,R,R,L,-") == [3, 4])
    let one = try shell(
      "sm-capture -q --noise white --duration 0.1 -c 1 | sm-eq --band R:1k=3 >out")
    #expect(one.status == 0)
    #expect(one.errors.contains("one channel"))
  }

  // MARK: command line

  @Test(arguments: [
    "--left 1,2,3", "--left 1,2,3,4,5,6,7,8,9,10,11,12,13,14", "--band 999=3", "--band 1k",
    "--band X:1k=3", "--band 1k=x", "--band 1k=12.5", "--bandwidth 9", "--q 0.1",
    "--q 1 --bandwidth 1",
    "--channel-map L,X", "--preamp loud", "--limit x", "--design best", "--ls-means edge", "foo",
    "'PK Fc 0 Hz Gain 1 dB Q 1'", "--watch", "--save ''",
  ])
  func `a wrong option is a usage error, on one line that says what`(options: String) throws {
    let run = try shell("sm-eq -r 48000 -c 2 \(options)", input: Data(count: 64))
    #expect(run.status == 2, "\(run.errors)")
    #expect(run.errors.hasPrefix("sm-eq: "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.output.isEmpty)
  }

  @Test func `the fourteen bands have their labels`() throws {
    let run = try shell("sm-eq --bands")
    #expect(run.lines.count == 14)
    #expect(run.lines[7].contains("1kHz") && run.lines[7].contains("1024 Hz"))
    #expect(run.lines[6].hasSuffix("low") && run.lines[7].hasSuffix("high"))
  }

  @Test func `a band at half the rate or above is left out, and said`() throws {
    let run = try shell("sm-eq -r 8000 -c 2 --band 4k=3 --band 1k=3", input: Data(count: 800))
    #expect(run.status == 0 && run.output.count == 800)
    #expect(run.errors.contains("4096 Hz is left out"))
    let strict = try shell("sm-eq -r 8000 -c 2 --strict --band 4k=3", input: Data(count: 800))
    #expect(strict.status == 1)
  }

  @Test func `numbers are those of no locale`() throws {
    let run = try shell(
      "sm-eq --check 'PK Fc 61,9 Hz Gain 1,5 dB Q 0,7'", environment: ["LC_ALL": "de_AT.UTF-8"])
    #expect(run.text.contains("centre 61.900 Hz  gain 1.50 dB  Q 0.7000"))
  }

  // MARK: presets

  @Test func `a preset is saved, listed, shown, and read back`() throws {
    let run = try shell(
      """
      export XDG_CONFIG_HOME=$PWD/conf
      sm-eq --save mine --left 1.1,2,3,4,5,6,7,8,9,10,11,12,-12,-0.3 --band R:1k=-5 --preamp -4
      stat -c %a conf/signalmetric/presets/mine
      sm-eq --list
      sm-eq --show mine | head -2
      sm-eq --check -p mine | head -3
      \(Self.noise) -t raw >in
      cmp <(sm-eq -r 48000 -c 2 -p mine <in) <(sm-eq -r 48000 -c 2 --preamp -4 \
        --left 1.1,2,3,4,5,6,7,8,9,10,11,12,-12,-0.3 --band R:1k=-5 <in) && echo same
      """)
    #expect(run.lines[0] == "600")
    #expect(run.lines[1] == "mine")
    #expect(run.lines[2] == "Preamp: -4 dB")
    #expect(run.lines[3].hasPrefix("SignalMetric-Graphic: bandwidth 1 left 1.1 2 3 4 "))
    #expect(run.lines[4].hasPrefix("preamp -4.00 dB"))
    #expect(run.lines.last == "same")
  }

  @Test func `without a home nothing can be saved, everything else works`() throws {
    let run = try shell(
      "unset HOME XDG_CONFIG_HOME; sm-eq --save x --band 1k=3; echo $?; "
        + "\(Self.noise) | sm-eq --band 1k=3 | wc -c")
    #expect(run.lines.first == "1")
    #expect(run.errors.contains("neither HOME nor an absolute XDG_CONFIG_HOME"))
    #expect((Int(run.lines.last ?? "") ?? 0) > 700_000)
  }

  @Test(arguments: ["conf", "./conf", "", "~/conf"])
  func `a folder of settings that is no absolute path counts as none`(folder: String) throws {
    let run = try shell(
      "export HOME=$PWD/home XDG_CONFIG_HOME='\(folder)' XDG_STATE_HOME='\(folder)'; "
        + "sm-eq --save mine --band 1k=3; sm-eq --list; sm-capture --tone --duration 1 > s; "
        + "sm-render picofox -q -i s -o a.wav; sm-render picofox -q -i s --gain -3 -o a.wav; "
        + "ls; ls home/.config/signalmetric/presets; ls home/.local/state/signalmetric/backups | wc -l"
    )
    #expect(run.lines == ["mine", "a.wav", "home", "s", "mine", "1"], "\(run.errors)")
  }

  @Test func `lines that are not understood are named, and refused with --strict`() throws {
    let files = [
      "x.txt": Data("Preamp: -1 dB\nFilter: ON QQ Fc 3 Hz\nFilter: ON LP Fc 9000 Hz\n".utf8)
    ]
    let run = try shell("\(Self.noise) | sm-eq -p x.txt | wc -c", files: files)
    #expect(run.status == 0)
    #expect(run.errors == "sm-eq: ./x.txt: line 2: no filter: 'QQ' is no type of filter\n")
    let strict = try shell("sm-eq --strict -p x.txt </dev/null", files: files)
    #expect(strict.status == 1)
    #expect(strict.errors.contains("line 2"))
    let tail = ["x.txt": Data("Filter: ON PK Fc 1000 Hz Gain 6 dB Q 1 or so\n".utf8)]
    let kept = try shell("\(Self.noise) | sm-eq -p x.txt | cmp - <(\(Self.noise))", files: tail)
    #expect(kept.status == 1)
    #expect(kept.errors.contains("line 1: 'or so' is not understood and passed over"))
    #expect(try shell("sm-eq --strict -p x.txt </dev/null", files: tail).status == 1)
    let nothing = try shell("sm-eq -p x.txt --check", files: ["x.txt": Data(count: 3000)])
    #expect(nothing.status == 1)
    #expect(nothing.errors.split(separator: "\n").count == 1)
    let missing = try shell(
      "sm-eq -p nowhere --check; sm-eq -p ./no/where --check; sm-eq -p . --check")
    #expect(missing.status == 1)
    #expect(missing.errors.split(separator: "\n").count == 3)
  }

  @Test func `a preset that is a link is watched and saved where it leads`() throws {
    let run = try shell(
      """
      export XDG_CONFIG_HOME=$PWD/conf; mkdir -p conf/signalmetric/presets real
      echo 'Preamp: -1 dB' >real/mine; ln -s $PWD/real/mine conf/signalmetric/presets/mine
      mkfifo pipe
      sm-capture -q --tone 100 --level -20 --duration 1.2 --realtime >pipe &
      sm-eq -p mine --watch -t raw <pipe >out & eq=$!
      sleep 0.5; echo 'Preamp: -20 dB' >real/mine; wait $eq
      tail -c 38400 out >end
      sm-eq --save mine --band 1k=3
      readlink conf/signalmetric/presets/mine >link; head -c 20 real/mine >&2; cat end
      """)
    #expect(run.errors == "SignalMetric-Graphic")
    #expect(abs(peak(floats(run.output).map(Double.init)[...]) - 0.01) < 1e-4)
  }

  @Test func `a file includes others from its own folder`() throws {
    let run = try shell(
      "mkdir a; echo 'Preamp: -3 dB' >a/inner; echo 'Include: inner' >a/outer; sm-eq --check -p a/outer"
    )
    #expect(run.text.contains("preamp -3.00 dB  channels all  (a/inner: line 1)"))
  }

  @Test func `an unstable filter is refused with its line`() throws {
    let yaml =
      "filters:\n  a: {type: Biquad, parameters: {type: Free, b0: 1, b1: 0, b2: 0, a1: -2.1, a2: 1.2}}\n"
    let run = try shell("\(Self.noise) | sm-eq -p x.yml >out", files: ["x.yml": Data(yaml.utf8)])
    #expect(run.status == 1)
    #expect(run.errors.contains("x.yml: line 2: not a stable filter"))
  }

  // MARK: levels

  @Test func `the automatic preamp keeps the highest gain at 0 dB`() throws {
    let check = try shell("sm-eq --check --preamp auto --gains 6,6,6,6,6,6,6,6,6,6,6,6,6,6")
    #expect(check.text.contains("highest gain 0.00 dB, at a rate of 48000 Hz; --preamp auto t"))
    let text = try shell("sm-eq --response-text --preamp auto --gains 6,6,6,6,6,6,6,6,6,6,6,6,6,6")
    let gains = text.lines.compactMap { Double($0.split(separator: " ")[1]) }
    #expect(gains.count == 512)
    #expect(abs((gains.max() ?? 9)) < 0.01)
  }

  @Test func `how far it went above full scale is said at the end, and when`() throws {
    let run = try shell(
      "sm-capture -q --tone 1024 --level -3 --duration 1 | sm-eq --band 1k=6 >out")
    #expect(run.status == 0)
    #expect(run.errors.contains("the output went 3.0 dB above full scale, at 0:00:0"))
    #expect(run.errors.split(separator: "\n").count == 1)
    let quiet = try shell(
      "sm-capture -q --tone 1024 --level -3 --duration 1 | sm-eq --band 1k=6 --preamp auto >out")
    #expect(quiet.errors == "")
  }

  @Test func `a block far over full scale is muted on its way to a player`() throws {
    let loud = "sm-capture -q --tone 1024 --level 0 --duration 1"
    let run = try shell("\(loud) | sm-eq 'PK Fc 1024 Hz Gain 40 dB Q 1' -t raw | cat >out; cat out")
    #expect(run.errors.contains("is muted (--limit 20)"))
    #expect(peak(floats(run.output).map(Double.init)[...]) <= 10)
    let off = try shell("\(loud) | sm-eq 'PK Fc 1024 Hz Gain 40 dB Q 1' -t raw --limit off | cat")
    #expect(peak(floats(off.output).map(Double.init)[...]) > 90)
    let records = try shell(
      "\(loud) | sm-eq 'PK Fc 1024 Hz Gain 40 dB Q 1' | sm-capture -t raw --scrub -")
    #expect(peak(floats(records.output).map(Double.init)[...]) > 90)
  }

  // MARK: response

  @Test func `the response is a record that json and csv show`() throws {
    let csv = try shell("sm-eq --response --band L:1k=6 | sm-render csv")
    #expect(csv.lines[0] == "channel,frequency,gain,phase")
    #expect(csv.lines.count == 1 + 2 * 512)
    let gains = csv.lines[1...512].compactMap { Double($0.split(separator: ",")[2]) }
    #expect(abs((gains.max() ?? 0) - 6) < 0.01)
    #expect(csv.lines[513...].allSatisfy { $0.hasPrefix("2,") && $0.contains(",0.0000,0.000") })
    let json = try shell("sm-eq --response -r 96000 -c 1 --band 1k=6 | sm-render json")
    #expect(json.lines.count == 2)
    let record = try JSONSerialization.jsonObject(with: Data(json.lines[0].utf8)) as? [String: Any]
    let rows = record?["response"] as? [[String: [Double]]]
    #expect(rows?.count == 1)
    #expect(rows?[0]["frequency"]?.count == 512 && rows?[0]["phase"]?.count == 512)
    #expect(record?["frames"] as? Int == 0)
    #expect(json.lines[1].contains("\"end\":\"eof\""))
    let text = try shell("sm-eq --response --band R:1k=-6 | sm-render text")
    #expect(text.status == 0 && text.errors.isEmpty)
    #expect(text.lines.first == "Response of a filter at 48 kHz, 2 channels.")
    #expect(text.lines[1] == "Channel 1: 0.0 dB at all frequencies.")
    #expect(text.lines[2].hasPrefix("Channel 2: from -6.0 dB at "))
    #expect(text.lines.count == 3)
  }

  // MARK: changes

  /// A tone of 100 Hz in real time through a preset that is changed on the way.
  ///
  /// - Parameters:
  ///   - change: shell that changes the file `x`; `$eq` is the process.
  ///   - options: of sm-eq.
  /// - Returns: the left channel, and what was said.
  /// - Throws: when no shell can be run.
  func changed(_ change: String, _ options: String = "") throws -> (
    samples: [Double], errors: String
  ) {
    let run = try shell(
      """
      echo 'Filter: ON PK Fc 100 Hz Gain 0 dB Q 1' >x
      mkfifo pipe
      sm-capture -q --tone 100 --level -20 --duration 1.5 --realtime >pipe &
      sm-eq -p ./x -t raw \(options) <pipe >out & eq=$!
      sleep 0.6
      \(change)
      wait $eq || echo status $? >&2
      cat out
      """)
    let all = floats(run.output)
    return (stride(from: 0, to: all.count, by: 2).map { Double(all[$0]) }, run.errors)
  }

  /// The largest second difference: what a click makes large.
  func roughness(_ signal: [Double]) -> Double {
    var largest = 0.0
    for index in 2..<max(signal.count, 3) {
      let bend: Double = signal[index] - 2 * signal[index - 1] + signal[index - 2]
      largest = max(largest, bend.magnitude)
    }
    return largest
  }

  /// The highest magnitude.
  func peak(_ signal: ArraySlice<Double>) -> Double {
    signal.reduce(0) { max($0, $1.magnitude) }
  }

  static let boost = "'Filter: ON PK Fc 100 Hz Gain 12 dB Q 1'"

  @Test(arguments: [
    ("echo \(boost) >x; kill -HUP $eq", ""), ("echo \(boost) >y; mv y x", "--watch"),
    ("(printf 'Filter: ON PK '; sleep 0.2; echo 'Fc 100 Hz Gain 12 dB Q 1') >x", "--watch"),
  ])
  func `a new preset is heard at once, without a click`(way: (String, String)) throws {
    let (samples, errors) = try changed(way.0, way.1)
    #expect(errors == "")
    #expect(samples.count == 72_000)
    #expect(abs(peak(samples[..<24_000]) - 0.1) < 1e-3)
    #expect(abs(peak(samples[60_000...]) - 0.398) < 4e-3)
    // The tone itself has 0.398 (2π 100 / 48000)² = 6.8e-5.
    #expect(roughness(samples) < 1e-4)
  }

  @Test(arguments: [
    "echo 'Filter: ON PK Fc 100 Hz Gain' >x; kill -HUP $eq", "rm x; kill -HUP $eq",
    ": >x; kill -HUP $eq", "echo nonsense >x; kill -HUP $eq; sleep 0.2; kill -HUP $eq",
  ])
  func `a preset that is wrong is refused, and the sound goes on as it was`(change: String) throws {
    let (samples, errors) = try changed(change)
    #expect(errors.contains("; the preset stays as it was\n"))
    #expect(!errors.contains("status"))
    #expect(samples.count == 72_000)
    #expect(abs(peak(samples[...]) - 0.1) < 1e-6)
  }

  @Test func `SIGHUP without a preset ends nothing`() throws {
    let run = try shell(
      """
      mkfifo pipe
      sm-capture -q --tone 100 --duration 0.6 --realtime >pipe &
      sm-eq -t raw <pipe >out & eq=$!
      sleep 0.3; kill -HUP $eq; wait $eq; echo $?; wc -c <out
      """)
    #expect(run.lines == ["0", "230400"])
  }
}
