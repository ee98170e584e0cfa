import Testing

@testable import DSP

/// Runs a generator to its end, or for some frames of it, in blocks of one size.
func generated(
  _ signal: Signal, rate: Double = 48_000, channels: Int = 2, level: Double? = nil,
  frames: Int64, length: Int64? = nil, block size: Int = 4096
) -> [Float] {
  var generator = Generator(
    signal, rate: rate, channels: channels, levelDBFS: level, frames: length ?? frames)
  var block: [Float] = []
  var all: [Float] = []
  while generator.position < frames {
    generator.fill(&block, frames: Int(min(Int64(size), frames - generator.position)))
    all += block
  }
  return all
}

/// Samples of one channel.
func channel(_ number: Int, of samples: [Float], channels: Int = 2) -> [Double] {
  stride(from: number, to: samples.count, by: channels).map { Double(samples[$0]) }
}

/// Mathematical RMS.
func rootMeanSquare(_ samples: [Double]) -> Double {
  (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
}

/// Normalised correlation of two channels, −1…1.
func correlation(_ left: [Double], _ right: [Double]) -> Double {
  let product = zip(left, right).reduce(0) { $0 + $1.0 * $1.1 } / Double(left.count)
  return product / (rootMeanSquare(left) * rootMeanSquare(right))
}

private let everything: [Signal] = [
  .tone(frequency: 997), .white(seed: 3), .pink(seed: 3), .sweep, .impulse, .silence, .demo,
]

@Suite struct GeneratorTests {
  @Test(arguments: everything, [1, 7, 1024])
  func `the cut into blocks changes no sample`(_ signal: Signal, _ size: Int) {
    let cut = generated(signal, rate: 8_000, frames: 100_000, block: size)
    #expect(cut == generated(signal, rate: 8_000, frames: 100_000, block: 100_000))
  }

  @Test(arguments: everything) func `two runs give the same samples`(_ signal: Signal) {
    #expect(generated(signal, frames: 50_000) == generated(signal, frames: 50_000))
  }

  @Test(arguments: everything, [1, 2, 3, 6])
  func `a block is whole frames and silent past the end`(_ signal: Signal, _ channels: Int) {
    var generator = Generator(
      signal, rate: 48_000, channels: channels, levelDBFS: nil, frames: 100)
    var block: [Float] = [1, 2, 3]
    generator.fill(&block, frames: 150)
    #expect(block.count == 150 * channels)
    #expect(block[(100 * channels)...].allSatisfy { $0 == 0 })
    #expect(generator.position == 150)
    generator.fill(&block, frames: 0)
    #expect(block.isEmpty)
  }

  @Test func `a signal without end has no closing edge and does not overflow`() {
    let samples = generated(.tone(frequency: 1000), frames: 96_000, length: .max)
    let tail = channel(0, of: samples).suffix(48_000)
    #expect(abs(rootMeanSquare(Array(tail)) - 0.1 / 2.0.squareRoot()) < 1e-7)
  }

  @Test func `the impulse is one sample of full scale at frame 0 in all channels`() {
    let samples = generated(.impulse, frames: 1000)
    #expect(samples[0] == 1 && samples[1] == 1)
    #expect(samples[2...].allSatisfy { $0 == 0 })
    #expect(generated(.impulse, level: -20, frames: 10)[0] == 0.1)
  }

  @Test func `silence is zeros, whatever the level`() {
    #expect(generated(.silence, level: 0, frames: 1000).allSatisfy { $0 == 0 })
  }

  @Test func `the default levels are those of the manual`() {
    #expect(Signal.tone(frequency: 1).defaultLevelDBFS == -20)
    #expect(Signal.sweep.defaultLevelDBFS == -20)
    #expect(Signal.white(seed: 0).defaultLevelDBFS == -20)
    #expect(Signal.pink(seed: 0).defaultLevelDBFS == -20)
    #expect(Signal.impulse.defaultLevelDBFS == 0)
    #expect(Signal.demo.defaultLevelDBFS == 0)
    #expect(Signal.silence.defaultLevelDBFS == nil)
  }
}
