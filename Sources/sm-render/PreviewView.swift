import DSP
import SampleIO

/// What an edited piece will sound like, for a player: in full quality, or through the transmitter.
struct PreviewView: View {
  static let options = [
    Option("as-device", nil, nil, "preview: as the transmitter's file will sound")
  ]

  /// Hz, for every player.
  private static let rate = 48_000

  private let request: EditRequest
  private let device: DeviceProfile?
  private let sink: SoundSink
  private let ditherBits: Int?
  private var dither = Dither()
  private var clip = SoundClip()

  init(_ arguments: Arguments) throws {
    request = try EditRequest(arguments)
    device = arguments.has("as-device") ? try DeviceProfile(arguments) : nil
    let output = try SoundSinkRequest(arguments)
    ditherBits = try WAVView.ditherBits(arguments, output)
    sink = try SoundSink(output)
  }

  mutating func add(_ record: borrowing Record) throws { try clip.add(record) }

  mutating func finish() throws {
    try clip.checkWhole()
    let samples = try rendered()
    try sink.begin(rate: Double(Self.rate), channels: 1, frames: Int64(samples.count))
    for start in stride(from: 0, to: samples.count, by: 65_536) {
      if Attention.isEnding { throw SampleError.interrupted }
      var piece = Array(samples[start..<min(start + 65_536, samples.count)])
      if let ditherBits { dither.add(to: &piece, count: piece.count, bits: ditherBits) }
      try sink.put(piece)
    }
    try sink.finish()
  }

  private func rendered() throws -> [Float] {
    guard let device else { return try clip.rendered(request, at: Self.rate) }
    // The very samples of the device's file, and back.
    let sent = try clip.deviceSamples(request, device)
    var resampler = SincResampler(from: device.rate, to: Self.rate, channels: 1)
    var result: [Float] = []
    result.reserveCapacity(resampler.kernel.frames(sent.count))
    resampler.process(sent.map { Float($0) / 32_767 }, frames: sent.count, into: &result)
    resampler.finish(into: &result)
    return SoundClip.belowFullScale(result)
  }
}
