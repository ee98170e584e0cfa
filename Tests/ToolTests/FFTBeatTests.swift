import Foundation
import Testing

@Suite struct `sm-fft's beat` {
  @Test func `the beat of clicks is told and that of noise is not`() throws {
    // an impulse every half second
    var samples = [Float](repeating: 0, count: 12 * 8000)
    for index in stride(from: 400, to: samples.count, by: 4000) { samples[index] = 0.8 }
    let line = "sm-fft -r 8000 -c 1 -f f32 --no-pcm | sm-render json --last"
    let clicks = try `sm-fft`.last(try shell(line, input: raw(samples)), "beat")
    #expect(abs(try #require(clicks["bpm"] as? Double) - 120) < 1.2)
    #expect(try #require(clicks["regularity"] as? Double) > 0.6)
    let noise = try `sm-fft`.last(
      try shell("sm-capture --noise pink --duration 12 | sm-fft | sm-render json --last"), "beat")
    #expect(noise["bpm"] is NSNull)
  }

  @Test func `of several signals it is that of the mean, as --fold mean has it`() throws {
    // a click a second in each channel, half a second apart
    var samples = [Float](repeating: 0, count: 2 * 12 * 8000)
    for beat in 0..<24 { samples[2 * (400 + 4000 * beat) + beat % 2] = 0.8 }
    let beats = try shell(
      "cat >in.f32; for fold in mean each left; do "
        + "sm-fft -r 8000 -c 2 -f f32 --no-pcm --fold $fold <in.f32 | sm-render json --last; done",
      input: raw(samples)
    ).objects().map { $0["beat"] as? [String: Double] }
    #expect(beats.count == 3)
    for (beat, bpm) in zip(beats, [120.0, 120, 60]) {
      #expect(abs((beat?["bpm"] ?? 0) - bpm) < bpm / 100)
    }
    #expect(beats[0] == beats[1])
  }

  @Test func `it begins anew behind lost frames`() throws {
    // a click every half second; 10 ms are missing before a block
    let sound = try records(
      blocks: Array(repeating: 2048, count: 150), lost: [140: 480], isLive: false, channels: 1
    ) { $0 % 24_000 == 400 ? 0.8 : 0 }
    let beats = try shell("sm-fft --no-pcm | sm-render json", input: sound.stream).objects().map {
      $0["beat"] as? [String: Any]
    }
    #expect(beats.count == 151)
    #expect(abs((beats[139]?["bpm"] as? Double ?? 0) - 120) < 1.2)
    for beat in beats[140...] {
      #expect(beat?["bpm"] is NSNull && beat?["regularity"] as? Double == 0)
    }
  }

  @Test func `it begins anew with a session, whose end still has it`() throws {
    var samples = [Float](repeating: 0, count: 36 * 2048)
    for index in stride(from: 400, to: samples.count, by: 4000) { samples[index] = 0.8 }
    let chain = try Chain(
      ["sm-fft -r 8000 -c 1 -f f32 --no-pcm", "sm-render json"], isFed: true)
    chain.write(raw(Array(samples[..<(32 * 2048)])))
    #expect(chain.wait { chain.arrived.count == 32 })
    chain.signal(0, SIGUSR2)
    chain.write(raw(Array(samples[(32 * 2048)...])))
    let finished = chain.finish()
    #expect(finished.statuses == [0, 0])
    let rows = try finished.lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.text.utf8)) as? [String: Any])
    }
    #expect(rows.indices.filter { rows[$0]["session_end"] as? Bool == true } == [32])
    for (index, row) in rows.enumerated() where index >= 31 {
      let beat = try #require(row["beat"] as? [String: Any])
      if index <= 32 {
        #expect(abs((beat["bpm"] as? Double ?? 0) - 120) < 1.2)
      } else {
        #expect(beat["bpm"] is NSNull && beat["regularity"] as? Double == 0)
      }
    }
  }
}
