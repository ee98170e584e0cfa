/// The search for the highest output: bounds first, parabolas only where they matter.
extension OversampledPeak {
  /// Raises each channel's peak to the highest of the parabolas around the outputs of `frames`.
  ///
  /// A bound is cheap and a division is not: only where the bound is above what is known is it looked at
  /// closely. A parabola through a, b, c with b the highest exceeds it by (a − c)² / (8 (2b − a − c)),
  /// which is at most |a − c| / 8.
  mutating func raise(_ peaks: inout [Float], over frames: Range<Int>) {
    let end = frames.upperBound * channels
    let width = columns.fineWidth
    columns.clear()
    for start in stride(from: frames.lowerBound * channels, to: end, by: width) {
      raiseBounds(from: start, count: min(width, end - start))
    }
    columns.gather()
    for channel in 0..<channels {
      let bound = columns.highest(of: channel)
      guard bound > peaks[channel] else { continue }
      let likely = columns.place(of: bound, in: channel)
      let known = columnPeak(likely, above: peaks[channel], over: frames)
      peaks[channel] = highestPeak(of: channel, above: known, over: frames)
    }
  }

  /// The highest parabola of a channel, or `known`.
  private func highestPeak(of channel: Int, above known: Float, over frames: Range<Int>) -> Float {
    var known = known
    for top in stride(from: channel, to: columns.coarseWidth, by: channels)
    where columns.coarse[top] > known {
      for place in stride(from: top, to: columns.fineWidth, by: columns.coarseWidth)
      where columns.fine[place] > known {
        known = columnPeak(place, above: known, over: frames)
      }
    }
    return known
  }

  /// Raises the first `count` columns to the bounds of the outputs at `start` and after.
  private mutating func raiseBounds(from start: Int, count: Int) {
    let (x, early, middle, late) = (x, early, middle, late)
    let back = start - channels
    let next = start + channels
    precondition(back >= 0 && start >= 0 && next >= 0 && count >= 0)
    precondition(next + count <= x.count && start + count <= x.count)
    precondition(start + count <= late.count && back + count <= late.count)
    precondition(start + count <= early.count && start + count <= middle.count)
    var output = columns.fine.mutableSpan
    precondition(count <= output.count)
    for j in 0..<count {
      let (x0, x1) = (x[start &+ j], early[start &+ j])
      let (x2, x3) = (middle[start &+ j], late[start &+ j])
      let (e0, e1) = ((late[back &+ j] - x1).magnitude, (x0 - x2).magnitude)
      let (e2, e3) = ((x1 - x3).magnitude, (x2 - x[next &+ j]).magnitude)
      let (d0, d1) = (e0 > e1 ? e0 : e1, e2 > e3 ? e2 : e3)
      let (m0, m1) = (x0.magnitude, x1.magnitude)
      let (m2, m3) = (x2.magnitude, x3.magnitude)
      let (h0, h1) = (m0 > m1 ? m0 : m1, m2 > m3 ? m2 : m3)
      let bound = multiplyAdd(0.125, d0 > d1 ? d0 : d1, h0 > h1 ? h0 : h1)
      let known = output[j]
      output[j] = bound > known ? bound : known
    }
  }

  /// The highest parabola around the outputs of one column, or `known`.
  private func columnPeak(
    _ place: Int, above known: Float, over frames: Range<Int>
  ) -> Float {
    var highest = known
    let start = frames.lowerBound * channels + place
    for i in stride(from: start, to: frames.upperBound * channels, by: columns.fineWidth) {
      let height = max(
        max(x[i].magnitude, early[i].magnitude), max(middle[i].magnitude, late[i].magnitude))
      // a parabola exceeds the highest of its points by a quarter at most
      guard 1.2501 * height > highest else { continue }
      let next = x[i + channels]
      highest = max(
        highest, Self.parabola(late[i - channels], x[i], early[i]),
        Self.parabola(x[i], early[i], middle[i]), Self.parabola(early[i], middle[i], late[i]),
        Self.parabola(middle[i], late[i], next))
    }
    return highest
  }

  /// The height of the parabola through three neighbours, 0 unless the middle one is the highest.
  static func parabola(_ a: Float, _ b: Float, _ c: Float) -> Float {
    let height = b.magnitude
    guard height >= a.magnitude, height >= c.magnitude else { return 0 }
    let bend = b < 0 ? a + c - 2 * b : 2 * b - a - c
    guard bend > 0 else { return height }
    return height + (a - c) * (a - c) / (8 * bend)
  }
}
