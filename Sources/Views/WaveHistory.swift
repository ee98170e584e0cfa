import SampleIO

/// The envelope of a whole source, in memory that does not grow.
struct WaveHistory {
  /// Bins that are kept at most; when they are full two become one.
  static let capacity = 8192

  private(set) var low: [[Float]] = []
  private(set) var high: [[Float]] = []
  private(set) var binFrames = 1.0
  /// The first frame that was heard, where the first bin begins; nil before.
  private(set) var origin: Double?
  private(set) var hasSound = false
  private var samples: [Float] = []

  init() {}

  /// A history of silence.
  init(channels: Int, bins: Int) {
    low = Array(repeating: Array(repeating: 0, count: bins), count: channels)
    (high, hasSound, origin) = (low, true, 0)
  }

  /// Takes a block: its samples, or its peaks where the records hold no sound.
  mutating func add(_ record: borrowing Record) {
    let (frames, channels) = (record.header.frames, record.header.channels)
    guard frames > 0, channels > 0 else { return }
    if low.count != channels {
      low = Array(repeating: [], count: channels)
      high = low
    }
    let position = Double(record.header.position)
    let start = position - (origin ?? position)
    origin = origin ?? position
    grow(start + Double(frames))
    if record.copyPCM(into: &samples) {
      hasSound = true
      addSamples(start, frames, channels)
    } else if record.has(.levels) {
      hasSound = true
      for channel in 0..<channels {
        let peak = record.numbers(["peak"], .levels, row: channel, .levels)[0]
        let most = Decibels.power(Float(peak) / 2)
        note(channel, start, start + Double(frames), -most, most)
      }
    }
  }

  private mutating func addSamples(_ start: Double, _ frames: Int, _ channels: Int) {
    var frame = 0
    while frame < frames {
      let bin = Int((start + Double(frame)) / binFrames)
      let end = min(max(Int((Double(bin + 1) * binFrames - start).rounded(.up)), frame + 1), frames)
      for channel in 0..<channels {
        var (least, most) = (Float.infinity, -Float.infinity)
        var place = frame * channels + channel
        for _ in frame..<end {
          let value = samples[place]
          least = value < least ? value : least
          most = value > most ? value : most
          place += channels
        }
        low[channel][bin] = min(low[channel][bin], least)
        high[channel][bin] = max(high[channel][bin], most)
      }
      frame = end
    }
  }

  private mutating func note(
    _ channel: Int, _ from: Double, _ to: Double, _ least: Float, _ most: Float
  ) {
    let last = max(Int((to - 1) / binFrames), Int(from / binFrames))
    for bin in Int(from / binFrames)...last where bin < low[channel].count {
      low[channel][bin] = min(low[channel][bin], least)
      high[channel][bin] = max(high[channel][bin], most)
    }
  }

  /// Makes room for frames, with nothing in the bins.
  private mutating func grow(_ end: Double) {
    while end / binFrames >= Double(Self.capacity) {
      binFrames *= 2
      for channel in low.indices {
        low[channel] = Self.halved(low[channel], min)
        high[channel] = Self.halved(high[channel], max)
      }
    }
    let count = Int((end / binFrames).rounded(.up))
    for channel in low.indices where low[channel].count < count {
      let more = count - low[channel].count
      low[channel] += Array(repeating: .infinity, count: more)
      high[channel] += Array(repeating: -.infinity, count: more)
    }
  }

  private static func halved(_ bins: [Float], _ pick: (Float, Float) -> Float) -> [Float] {
    stride(from: 0, to: bins.count, by: 2).map { index in
      index + 1 < bins.count ? pick(bins[index], bins[index + 1]) : bins[index]
    }
  }

  /// The extremes of a stretch, in frames from the first one heard; nil where there was no sound.
  func extremes(_ channel: Int, from: Double, to: Double) -> (low: Float, high: Float)? {
    let count = low[channel].count
    let first = min(max(Int(from / binFrames), 0), count)
    let last = min(max(Int((to / binFrames).rounded(.up)), first + 1), count)
    guard first < last else { return nil }
    let range = first..<last
    let least = low[channel][range].min() ?? .infinity
    let most = high[channel][range].max() ?? -.infinity
    return least <= most ? (least, most) : nil
  }
}
