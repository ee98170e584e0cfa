import Foundation
import Testing

@Suite struct `sm-scope` {
  static func scopes(_ outcome: Outcome) throws -> [NSDictionary] {
    try outcome.objects().compactMap { $0["scope"] as? NSDictionary }
  }

  @Test func `a tone is drawn from its rising crossing on`() throws {
    let outcome = try shell(
      "sm-capture --tone 440 --level -6 --duration 1 | sm-scope | sm-render json")
    #expect(outcome.status == 0 && outcome.errors == "")
    let scope = try Self.scopes(outcome)[10]
    let trigger = try #require(scope["trigger"] as? Double)
    let turns = trigger * 440 / 48_000
    #expect(abs(turns - turns.rounded()) < 1e-4)
    #expect(scope["channel"] as? Int == 65_535 && scope["channels_folded"] as? Int == 2)
    #expect(scope["frames_per_bin"] as? Int == 8 && scope["bin_count"] as? Int == 256)
    let (minima, maxima) = (scope["min"] as? [Double] ?? [], scope["max"] as? [Double] ?? [])
    #expect(minima.count == 256 && maxima.count == 256)
    #expect((scope["mean"] as? [Double])?.count == 256)
    #expect(minima[0] >= 0 && abs((maxima.max() ?? 0) - 0.501187) < 1e-3)
    #expect(scope["correlation"] as? Double == 1 && scope["balance"] as? Double == 1)
    #expect(abs(try #require(scope["zero_crossing_rate"] as? Double) - 880 / 48_000.0) < 5e-4)
  }

  @Test func `a trace is as long as --span, and starts where --trigger, --level, --holdoff say`()
    throws
  {
    let scopes = try Self.scopes(
      try shell(
        "sm-capture --tone 440 --level -6 --duration 1 -b 480 | sm-scope --span 0.01 "
          + "--trigger falling --level 0.1 --holdoff 0.04 | sm-render json --exact"))
    #expect(scopes.allSatisfy { $0["frames_per_bin"] as? Double == 480.0 / 256 })
    var triggers: [Double] = []
    // between both ends, where the generator fades
    for case let trigger as Double in scopes.map({ $0["trigger"] as Any })
    where 1000..<47_000 ~= trigger && trigger != triggers.last {
      triggers.append(trigger)
    }
    // a sine falls through 0.1 a little before the middle of its period
    let wanted = 0.5 - asin(0.1 / pow(10, -6 / 20.0)) / (2 * Double.pi)
    #expect(triggers.count >= 22)
    for trigger in triggers {
      let turns = 440 * trigger / 48_000 - wanted
      #expect(abs(turns - turns.rounded()) < 1e-4)
    }
    // the first period behind 40 ms is the eighteenth
    for (one, next) in zip(triggers, triggers.dropFirst()) {
      #expect(abs(next - one - 18 * 48_000 / 440) < 0.01)
    }
  }

  @Test func `correlation and balance are those of the first two channels, whatever is drawn`()
    throws
  {
    // the first two have 0.6 in common; the third is the first, turned over
    let samples = (0..<8192).flatMap { frame -> [Float] in
      let phase = 2 * Double.pi * 43 * Double(frame % 2048) / 2048
      let (one, other) = (0.5 * sin(phase), 0.5 * cos(phase))
      return [Float(one), Float(0.6 * one + 0.8 * other), Float(-one)]
    }
    let outcome = try shell(
      "cat >in.f32; for fold in mean 3 each; do "
        + "sm-scope -r 48000 -c 3 -f f32 --fold $fold <in.f32 | sm-render json --last; done",
      input: raw(samples))
    let scopes = try outcome.objects().flatMap { object in
      object["scopes"] as? [[String: Any]] ?? [object["scope"] as? [String: Any] ?? [:]]
    }
    #expect(scopes.map { $0["channel"] as? Int } == [65_535, 3, 1, 2, 3])
    for scope in scopes {
      #expect(abs((scope["correlation"] as? Double ?? 0) - 0.6) < 1e-4)
      #expect(abs((scope["balance"] as? Double ?? 0) - 0.6) < 1e-4)
    }
  }

  @Test func `a trace that touches replaced samples is marked until it is whole`() throws {
    var samples = [Float](repeating: 0.1, count: 8 * 2048)
    samples[4 * 2048] = .nan
    let outcome = try shell(
      "sm-scope -r 48000 -c 1 -f f32 -q --trigger off | sm-render json", input: raw(samples))
    let flags = try Self.scopes(outcome).map { $0["gap"] as? Bool }
    #expect(flags == [false, false, false, false, true, false, false, false, false])
  }

  @Test func `silence is drawn without a trigger, and with --normal not at all`() throws {
    let silence = "sm-capture --silence --duration 0.5 | sm-scope "
    let auto = try Self.scopes(try shell(silence + "| sm-render json"))
    #expect(auto.allSatisfy { $0["trigger"] is NSNull && $0["correlation"] is NSNull })
    #expect((auto[3]["max"] as? [Double])?.allSatisfy { $0 == 0 } == true)
    let normal = try shell(silence + "--normal | sm-render json")
    #expect(!normal.text.lowercased().contains("nan"))
    let bins = try Self.scopes(normal)[3]["max"] as? [Any]
    #expect(bins?.allSatisfy { $0 is NSNull } == true)
  }

  @Test func `columns, conditions and several channels`() throws {
    let names = try shell(
      "sm-capture --tone 100 --duration 0.1 | sm-scope --bins 4 | sm-render csv"
    )
    .lines[0].split(separator: ",")
    #expect(names.contains("scope.min.4") && !names.contains("scope.min.5"))
    #expect(names.contains("scope.trigger") && names.contains("scope.balance"))
    let line = "sm-capture --tone 100 --duration 0.5 | sm-scope | sm-render check "
    #expect(try shell(line + "'scope.zero_crossing_rate < 0.01' 'scope.max.1 < 1'").status == 0)
    #expect(try shell(line + "'scope.dc > 1'").status == 1)
    let each = try shell(
      "sm-capture --tone 100 --duration 0.5 | sm-scope --fold each | sm-render json"
    ).objects()[5]
    let scopes = try #require(each["scopes"] as? [[String: Any]])
    #expect(scopes.map { $0["channel"] as? Int } == [1, 2])
    #expect((each["scope"] as? NSDictionary) == (scopes[0] as NSDictionary))
  }

  @Test(arguments: [
    ("--span 11", "--span"), ("--span 0.0001", "--span"), ("--bins 1", "--bins"),
    ("--trigger both", "both"), ("--normal --trigger off", "--normal"), ("--fold 9", "channel 9"),
    ("--holdoff -1", "--holdoff"), ("--level x", "--level"), ("x", "'x'"),
  ])
  func `wrong usage is refused, with the option's name`(options: String, words: String) throws {
    try shell("sm-capture --tone 100 --duration 0.1 | sm-scope \(options)")
      .expectRefusal(2, "sm-scope", words)
  }

  @Test(arguments: ["16", "256", "2048", "8192"])
  func `any size of blocks: the same sections at the same positions`(block: String) throws {
    let sound = "sm-capture --demo --duration 1 -t raw | sm-scope -r 48000 -c 2 -f f32 -b "
    let scopes = { (block: String) throws -> [Int: NSDictionary] in
      let objects = try shell(sound + block + " --bins 16 | sm-render json --exact").objects()
      return Dictionary(
        objects.map {
          (
            ($0["position"] as? Int ?? 0) + ($0["frames"] as? Int ?? 0),
            $0["scope"] as? NSDictionary ?? [:]
          )
        }, uniquingKeysWith: { $1 })
    }
    let fine = try scopes("16")
    let found = try scopes(block)
    #expect(found.count >= 6)
    for (position, scope) in found { #expect(fine[position] == scope, "frame \(position)") }
  }

  @Test(arguments: [1, 7, 1001])
  func `any cut of the pipe: the same bytes`(size: Int) throws {
    let outcome = try shell(
      "sm-capture --demo --duration 0.3 >in.sm; sm-scope <in.sm >one.sm; "
        + "dd if=in.sm bs=\(size) status=none | sm-scope | cmp - one.sm")
    #expect(outcome.status == 0 && outcome.errors == "")
  }

  @Test func `full records of a chain all have the same size`() throws {
    let outcome = try shell(
      "sm-capture --demo --duration 2 | sm-loudness | sm-fft --bins | sm-scope >x.sm; python3 - <<'E'\n"
        + "import struct\ndata = open('x.sm', 'rb').read(); place = 0; sizes = []\n"
        + "while place < len(data):\n"
        + "  size = 64 + struct.unpack_from('<I', data, place + 8)[0]; sizes.append(size)\n"
        + "  place += size\nprint(len(sizes), len(set(sizes[:-2])))\nE")
    #expect(outcome.text == "48 1\n")
  }
}
