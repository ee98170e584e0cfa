/// The demo: a scene of ten seconds that moves every meter, repeated.
///
/// | seconds    | what sounds                                                     | it moves            |
/// |------------|-----------------------------------------------------------------|---------------------|
/// | 0–9.2      | beats on each half second, left and right in turn               | tempo, onsets, crest |
/// | 0–4        | chord with harmonics, −21 dBFS RMS with the beats               | components, notes   |
/// | 4–5.5      | soft tone 25 cents above A4, 6 dB louder left                   | cents, balance      |
/// | 5.5–7.5    | soft sweep, 20 Hz to the smaller of 16 kHz and 0.4 × rate, left to right | bands, balance |
/// | 7.5–8.5    | pink noise of −30 dBFS RMS on an offset of 0.02                 | flatness, DC, correlation 0 |
/// | 8.5–8.6    | 500 Hz, cut off at full scale                                   | clipping, true peak |
/// | 8.6–9.25   | very soft tone, right against left                              | floor, correlation −1 |
/// | 9.25–10    | silence                                                         | silence             |
///
/// Each part but the burst has the edges of `GeneratorEdges`. Even channels (0, 2 …) carry the left,
/// odd ones the right side, each pair 3 dB below the one before; noise differs in all. One channel
/// alone is the left side.
struct GeneratorDemo: GeneratorVoice {
  private enum Part { case chord, tone, sweep, noise, burst, opposed, silence }

  private struct Section {
    let part: Part
    let start: Int64
    let end: Int64
    let edges: GeneratorEdges
  }

  private let rate: Double
  private let scene: GeneratorDemoScene
  private let sections: [Section]
  private let sweep: GeneratorSweep
  private let gains: [Double]
  private let freshNoise: GeneratorPink
  private var noise: GeneratorPink
  private var noiseBlock: [Float] = []

  /// - Parameters:
  ///   - rate: Hz.
  ///   - channels: 1 or more.
  ///   - peak: of the scene, full scale 1.
  init(rate: Double, channels: Int, peak: Double) {
    self.rate = rate
    scene = GeneratorDemoScene(rate: rate)
    sections = Self.sections(rate: rate)
    let span = sections[2].end - sections[2].start
    sweep = GeneratorSweep(to: min(16_000, 0.4 * rate), rate: rate, peak: 0.04, frames: span)
    gains = (0..<channels).map { peak * GeneratorMath.exp2(-0.5 * Double($0 / 2)) }
    freshNoise = GeneratorPink(seed: 1, rate: rate, channels: channels, rms: 0.0316227766016837933)
    noise = freshNoise
  }

  mutating func render(_ block: inout [Float], from first: Int64, frames: Int, channels: Int) {
    let loop = sections[sections.count - 1].end
    guard loop > 0 else { return }
    var done = 0
    while done < frames {
      let frame = (first + Int64(done)) % loop
      for section in sections where section.start <= frame && frame < section.end {
        let count = Int(min(Int64(frames - done), section.end - frame))
        renderPairs(&block, section, from: frame, at: done, frames: count)
        if section.part == .noise {
          addNoise(&block, section, from: frame, at: done, frames: count)
        }
        done += count
      }
    }
  }

  private static func sections(rate: Double) -> [Section] {
    let parts: [Part] = [.chord, .tone, .sweep, .noise, .burst, .opposed, .silence]
    let times = [0, 4, 5.5, 7.5, 8.5, 8.6, 9.25, 10]
    let frames = times.map { Int64(($0 * rate).rounded()) }
    return parts.indices.map { index in
      let (start, end) = (frames[index], frames[index + 1])
      let edges = GeneratorEdges(frames: end - start, rate: rate)
      return Section(part: parts[index], start: start, end: end, edges: edges)
    }
  }

  private func renderPairs(
    _ block: inout [Float], _ section: Section, from first: Int64, at offset: Int, frames: Int
  ) {
    let channels = gains.count
    for index in 0..<frames {
      let frame = first + Int64(index)
      let pair = pair(section, frame)
      for channel in 0..<channels {
        let side = channel % 2 == 0 ? pair.x : pair.y
        block[(offset + index) * channels + channel] = Float(gains[channel] * side)
      }
    }
  }

  private func pair(_ section: Section, _ frame: Int64) -> GeneratorDemoScene.Pair {
    let seconds = Double(frame) / rate
    let within = frame - section.start
    let edge = section.edges.gain(at: within)
    let beat = scene.beat(at: seconds)
    switch section.part {
    case .chord: return beat + edge * scene.chord(at: seconds)
    case .tone: return beat + edge * scene.tone(at: seconds)
    case .sweep:
      let travel = 0.75 * Double(within) / Double(section.end - section.start)
      return beat + sweep.sample(at: within) * GeneratorDemoScene.Pair(1 - travel, 0.25 + travel)
    case .noise: return beat + GeneratorDemoScene.Pair(repeating: 0.02 * edge)
    case .burst: return scene.burst(at: Double(within) / rate)
    case .opposed: return beat + edge * scene.opposed(at: seconds)
    case .silence: return GeneratorDemoScene.Pair()
    }
  }

  private mutating func addNoise(
    _ block: inout [Float], _ section: Section, from first: Int64, at offset: Int, frames: Int
  ) {
    let channels = gains.count
    let within = first - section.start
    if within == 0 { noise = freshNoise }
    if noiseBlock.count < frames * channels {
      noiseBlock = Array(repeating: 0, count: frames * channels)
    }
    noise.render(&noiseBlock, from: within, frames: frames, channels: channels)
    for index in 0..<frames {
      let edge = section.edges.gain(at: within + Int64(index))
      for channel in 0..<channels {
        let sample = gains[channel] * edge * Double(noiseBlock[index * channels + channel])
        block[(offset + index) * channels + channel] += Float(sample)
      }
    }
  }
}
