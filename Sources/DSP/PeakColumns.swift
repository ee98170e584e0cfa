/// Maxima of interleaved values in two grids of columns, so that a maximum is found without a long scan.
///
/// A fine column gathers values that stand a whole number of `fineWidth` apart, a coarse one the eight fine
/// columns that stand `coarseWidth` apart. Both widths are whole frames, so a column has one channel.
struct PeakColumns {
  private static let fold = 8
  let channels: Int
  let coarseWidth: Int
  let fineWidth: Int
  /// Filled by the owner between `clear()` and `gather()`.
  var fine: [Float]
  private(set) var coarse: [Float]

  init(channels: Int) {
    precondition(channels > 0)
    self.channels = channels
    coarseWidth = max(1, 32 / channels) * channels
    fineWidth = coarseWidth * Self.fold
    fine = [Float](repeating: 0, count: fineWidth)
    coarse = [Float](repeating: 0, count: coarseWidth)
  }

  mutating func clear() { Self.clear(&fine) }

  /// Sets the coarse columns from the fine ones.
  mutating func gather() { Self.gather(fine, into: &coarse) }

  /// The highest of a channel.
  func highest(of channel: Int) -> Float {
    var highest: Float = 0
    for place in stride(from: channel, to: coarseWidth, by: channels) {
      let value = coarse[place]
      highest = value > highest ? value : highest
    }
    return highest
  }

  /// The place in `fine` of a value of a channel that `highest(of:)` has found.
  func place(of value: Float, in channel: Int) -> Int {
    for top in stride(from: channel, to: coarseWidth, by: channels) where coarse[top] == value {
      for place in stride(from: top, to: fineWidth, by: coarseWidth) where fine[place] == value {
        return place
      }
    }
    return channel
  }

  private static func gather(_ fine: [Float], into coarse: inout [Float]) {
    var output = coarse.mutableSpan
    let w = output.count
    precondition(w > 0 && w <= 64 && fine.count == 8 * w)
    for j in 0..<w {
      let (a, b) = (fine[j], fine[w &+ j])
      let (c, d) = (fine[2 &* w &+ j], fine[3 &* w &+ j])
      let (e, f) = (fine[4 &* w &+ j], fine[5 &* w &+ j])
      let (g, h) = (fine[6 &* w &+ j], fine[7 &* w &+ j])
      let (ab, cd) = (a > b ? a : b, c > d ? c : d)
      let (ef, gh) = (e > f ? e : f, g > h ? g : h)
      let (low, high) = (ab > cd ? ab : cd, ef > gh ? ef : gh)
      output[j] = low > high ? low : high
    }
  }

  private static func clear(_ columns: inout [Float]) {
    var output = columns.mutableSpan
    for j in 0..<output.count { output[j] = 0 }
  }
}

/// Raises the first `count` columns to the magnitudes of samples.
func raiseToMagnitudes(_ columns: inout [Float], of samples: [Float], from start: Int, count: Int) {
  var output = columns.mutableSpan
  precondition(start >= 0 && count >= 0 && start + count <= samples.count)
  precondition(count <= output.count)
  for j in 0..<count {
    let magnitude = samples[start &+ j].magnitude
    let known = output[j]
    output[j] = magnitude > known ? magnitude : known
  }
}
