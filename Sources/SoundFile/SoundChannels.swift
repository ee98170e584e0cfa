import CSndfile

/// Which loudspeakers the channels of a file are for, and how to put them in the order of the mask.
///
/// The order of WAVEFORMATEXTENSIBLE is that of its bits: left, right, centre, LFE, rear left … Vorbis,
/// Opus and some AIFF and CAF files have others.
struct SoundChannels {
  /// Loudspeakers as in WAVEFORMATEXTENSIBLE's dwChannelMask; 0 when unknown.
  let mask: UInt32
  /// The file's channel for each channel delivered; empty when the order is the same.
  let order: [Int]

  /// - Parameter speakers: one bit a channel in the file's order; all unknown when one is 0 or twice.
  init(speakers: [UInt32]) {
    let mask = speakers.reduce(0, |)
    guard !speakers.contains(0), mask.nonzeroBitCount == speakers.count else {
      self.mask = 0
      order = []
      return
    }
    self.mask = mask
    let sorted = speakers.indices.sorted { speakers[$0] < speakers[$1] }
    order = sorted == Array(speakers.indices) ? [] : sorted
  }

  /// Channels in libsndfile's words (`SF_CHANNEL_MAP_…`), which may be no words at all.
  init(map: [Int32]) {
    self.init(speakers: map.map { Self.speaker(Int($0)) })
  }

  /// The order that FLAC fixes for 1 to 8 channels (RFC 9639, 9.1.3); unknown for others.
  static func flac(_ channels: Int) -> SoundChannels {
    let masks: [UInt32] = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F]
    guard masks.indices.contains(channels - 1) else { return SoundChannels(speakers: []) }
    let mask = masks[channels - 1]
    return SoundChannels(speakers: (0..<32).map { 1 << $0 }.filter { mask & $0 != 0 })
  }

  /// The order that Vorbis fixes for 1 to 8 channels (Vorbis I, 4.3.9), and Opus after it (RFC 7845, 5.1.1).
  static func vorbis(_ channels: Int) -> SoundChannels {
    let (left, right, centre, lfe): (UInt32, UInt32, UInt32, UInt32) = (0x1, 0x2, 0x4, 0x8)
    let rear: [UInt32] = [0x10, 0x20]
    let side: [UInt32] = [0x200, 0x400]
    switch channels {
    case 1: return SoundChannels(speakers: [centre])
    case 2: return SoundChannels(speakers: [left, right])
    case 3: return SoundChannels(speakers: [left, centre, right])
    case 4: return SoundChannels(speakers: [left, right] + rear)
    case 5: return SoundChannels(speakers: [left, centre, right] + rear)
    case 6: return SoundChannels(speakers: [left, centre, right] + rear + [lfe])
    case 7: return SoundChannels(speakers: [left, centre, right] + side + [0x100, lfe])
    case 8: return SoundChannels(speakers: [left, centre, right] + side + rear + [lfe])
    default: return SoundChannels(speakers: [])
    }
  }

  /// The bit for one of libsndfile's words; 0 for what has none.
  private static func speaker(_ word: Int) -> UInt32 {
    switch word {
    case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT: 0x1
    case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT: 0x2
    case SF_CHANNEL_MAP_MONO, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER: 0x4
    case SF_CHANNEL_MAP_LFE: 0x8
    case SF_CHANNEL_MAP_REAR_LEFT: 0x10
    case SF_CHANNEL_MAP_REAR_RIGHT: 0x20
    case SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: 0x40
    case SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: 0x80
    case SF_CHANNEL_MAP_REAR_CENTER: 0x100
    case SF_CHANNEL_MAP_SIDE_LEFT: 0x200
    case SF_CHANNEL_MAP_SIDE_RIGHT: 0x400
    case SF_CHANNEL_MAP_TOP_CENTER: 0x800
    case SF_CHANNEL_MAP_TOP_FRONT_LEFT: 0x1000
    case SF_CHANNEL_MAP_TOP_FRONT_CENTER: 0x2000
    case SF_CHANNEL_MAP_TOP_FRONT_RIGHT: 0x4000
    case SF_CHANNEL_MAP_TOP_REAR_LEFT: 0x8000
    case SF_CHANNEL_MAP_TOP_REAR_CENTER: 0x1_0000
    case SF_CHANNEL_MAP_TOP_REAR_RIGHT: 0x2_0000
    default: 0
    }
  }

  /// Puts whole frames in the order of the mask.
  ///
  /// - Parameter samples: interleaved, in the file's order.
  func reorder(_ samples: inout [Float]) {
    guard !order.isEmpty else { return }
    var frame = [Float](repeating: 0, count: order.count)
    for start in stride(from: 0, to: samples.count, by: order.count) {
      for channel in order.indices { frame[channel] = samples[start + order[channel]] }
      for channel in order.indices { samples[start + channel] = frame[channel] }
    }
  }

  /// The place in the order of the mask for each channel of the file: undoes `reorder`.
  var inverse: [Int] { order.indices.map { order.firstIndex(of: $0) ?? $0 } }

  /// libsndfile's words (`SF_CHANNEL_MAP_…`) for the loudspeakers of a mask, in its order.
  ///
  /// - Parameters:
  ///   - mask: one bit a channel.
  ///   - channels: how many there are.
  /// - Returns: nil where the mask does not name each of them.
  static func map(_ mask: UInt32, channels: Int) -> [Int32]? {
    guard mask.nonzeroBitCount == channels else { return nil }
    if mask == 0x4 { return [Int32(SF_CHANNEL_MAP_MONO)] }
    let words = (0..<32).filter { mask >> $0 & 1 == 1 }.map { bit in
      (0..<SF_CHANNEL_MAP_MAX).last { speaker($0) == 1 << UInt32(bit) }
    }
    let known = words.compactMap { $0.map(Int32.init) }
    return known.count == channels ? known.map(plain) : nil
  }

  /// Left, right and centre as files call them.
  private static func plain(_ word: Int32) -> Int32 {
    switch Int(word) {
    case SF_CHANNEL_MAP_FRONT_LEFT: Int32(SF_CHANNEL_MAP_LEFT)
    case SF_CHANNEL_MAP_FRONT_RIGHT: Int32(SF_CHANNEL_MAP_RIGHT)
    case SF_CHANNEL_MAP_FRONT_CENTER: Int32(SF_CHANNEL_MAP_CENTER)
    default: word
    }
  }
}
