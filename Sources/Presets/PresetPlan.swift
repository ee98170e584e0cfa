public import DSP

/// A plan, and what could not be done of the preset.
public struct PresetPlan: Equatable, Sendable {
  public var plan: EqualizerPlan
  public var remarks: [PresetRemark] = []
}

extension Preset {
  /// What the preset does to a stream.
  ///
  /// - Parameter target: the stream.
  /// - Returns: the plan, with a remark for every filter that is left out.
  /// - Throws: `PresetError` for a filter that is not stable.
  public func plan(for target: PresetTarget) throws(PresetError) -> PresetPlan {
    var planner = PresetPlanner(target)
    for line in lines { try planner.add(line) }
    return planner.result
  }
}

extension Preset.Content {
  /// What it can add to a level at most, dB, roughly.
  fileprivate var mostBoost: Double {
    switch self {
    case .preamp(let gain): max(gain, 0)
    case .amplify(let ratio): max(Decibels.of(max(ratio.magnitude, 1)), 0)
    case .filter(let filter):
      max(filter.gainDB, 0) + max(Decibels.of(filter.width.analogueQ(gainDB: filter.gainDB)), 0)
    case .curve(let points): max(points.map(\.gainDB).max() ?? 0, 0)
    case .copy(let terms):
      terms.map { term in
        Decibels.of(max(term.parts.reduce(0) { $0 + $1.factor.magnitude }, 1))
      }.max() ?? 0
    case .delay, .graphic: 0
    }
  }
}

private struct PresetPlanner {
  let target: PresetTarget
  var result: PresetPlan
  private var curves: [(points: [CurvePoint], taps: [Double])] = []
  /// What the lines together can add to each channel at most, dB.
  private var boosts: [Double]
  private static let mostBoost = 300.0

  init(_ target: PresetTarget) {
    self.target = target
    boosts = Array(repeating: 0, count: target.channels)
    result = PresetPlan(plan: EqualizerPlan(channels: target.channels, rate: target.rate))
  }

  private mutating func remark(_ place: Preset.Place, _ text: String, isDoubtful: Bool = true) {
    result.remarks.append(PresetRemark(place: place, text: text, isDoubtful: isDoubtful))
  }

  mutating func add(_ line: Preset.Line) throws(PresetError) {
    let channels = channels(line)
    for channel in channels { boosts[channel] += line.content.mostBoost }
    guard boosts.allSatisfy({ $0 <= Self.mostBoost }) else {
      throw PresetError(
        line.place, "the lines so far can amplify by more than \(Int(Self.mostBoost)) dB")
    }
    switch line.content {
    case .preamp(let gain): amplify(channels, Decibels.ratio(gain))
    case .amplify(let ratio): amplify(channels, ratio)
    case .filter(let filter): try add(filter, channels, line.place)
    case .curve(let points): add(points, channels)
    case .delay(let delay):
      let frames = delay.frames(rate: target.rate)
      for channel in channels { change(channel) { $0.delay += frames } }
    case .copy(let terms): mix(terms, line.place)
    case .graphic(let form): try add(form, line.place)
    }
  }

  private mutating func change(_ channel: Int, _ body: (inout EqualizerPlan.Path) -> Void) {
    body(&result.plan.segments[result.plan.segments.count - 1].paths[channel])
  }

  private mutating func amplify(_ channels: [Int], _ ratio: Double) {
    for channel in channels { change(channel) { $0.gain *= ratio } }
  }

  private mutating func channels(_ line: Preset.Line) -> [Int] {
    guard let names = line.channels else { return Array(0..<target.channels) }
    let found = names.compactMap { target.channel($0) }
    if found.isEmpty {
      let words = names.map(\.word).joined(separator: " ")
      remark(
        line.place, "for channel \(words), which this stream of \(target.channels) has not",
        isDoubtful: false)
    }
    return (0..<target.channels).filter { found.contains($0) }
  }

  private mutating func add(
    _ filter: PresetFilter, _ channels: [Int], _ place: Preset.Place
  ) throws(PresetError) {
    let highest = filter.special?.highestFrequency ?? max(filter.centre, filter.frequency)
    guard highest < target.rate / 2 else {
      return remark(
        place,
        "left out: \(PresetNumber.text(highest.rounded())) Hz is not below half the rate of "
          + "\(PresetNumber.text(target.rate)) Hz")
    }
    if filter.kind.hasGain, filter.gainDB == 0 { return }
    let section = filter.section(rate: target.rate, design: target.design ?? .rbj)
    guard section.isStable else {
      throw PresetError(
        place, "not a stable filter at \(PresetNumber.text(target.rate)) Hz; take the line out")
    }
    for channel in channels { change(channel) { $0.sections.append(section) } }
  }

  private mutating func add(_ form: GraphicForm, _ place: Preset.Place) throws(PresetError) {
    for band in GraphicForm.centres.indices {
      let centre = GraphicForm.centres[band]
      guard form.left[band] != 0 || form.right[band] != 0 else { continue }
      guard centre < target.rate / 2 else {
        remark(
          place,
          "the band at \(Int(centre)) Hz is left out: it is not below half the rate of "
            + "\(PresetNumber.text(target.rate)) Hz")
        continue
      }
      for channel in 0..<target.channels {
        guard let side = target.side(channel), form[side][band] != 0 else { continue }
        let section = form.filter(side, band)
          .section(rate: target.rate, design: target.design ?? .matched)
        guard section.isStable else {
          throw PresetError(place, "the band at \(Int(centre)) Hz is not stable at this rate")
        }
        change(channel) { $0.sections.append(section) }
      }
    }
  }

  private mutating func add(_ points: [CurvePoint], _ channels: [Int]) {
    let taps: [Double]
    if let known = curves.first(where: { $0.points == points }) {
      taps = known.taps
    } else {
      taps = points.taps(rate: target.rate)
      curves.append((points, taps))
    }
    for channel in channels {
      change(channel) { path in
        path.taps = path.taps.isEmpty ? taps : Self.convolve(path.taps, taps)
      }
    }
  }

  /// Two curves for one channel: the product of their responses.
  private static func convolve(_ one: [Double], _ other: [Double]) -> [Double] {
    let count = one.count + other.count - 1
    var points = 2
    while points < count { points *= 2 }
    let transform = SplitTransform(points: points)
    let spectrum = { (taps: [Double]) in
      var re = taps + Array(repeating: 0, count: points - taps.count)
      var im = Array(repeating: 0.0, count: points)
      transform.forward(&re, &im)
      return (re, im)
    }
    let (ar, ai) = spectrum(one)
    let (br, bi) = spectrum(other)
    var re = zip(zip(ar, ai), zip(br, bi)).map { $0.0 * $1.0 - $0.1 * $1.1 }
    var im = zip(zip(ar, ai), zip(br, bi)).map { $0.0 * $1.1 + $0.1 * $1.0 }
    transform.backward(&re, &im)
    return re[..<count].map { $0 / Double(points) }
  }

  private mutating func mix(_ terms: [CopyTerm], _ place: Preset.Place) {
    var rows = (0..<target.channels).map { row in
      (0..<target.channels).map { $0 == row ? 1.0 : 0 }
    }
    for term in terms {
      guard let channel = target.channel(term.target) else {
        remark(place, "copies to \(term.target.word), which this stream has not", isDoubtful: false)
        continue
      }
      rows[channel] = Array(repeating: 0, count: target.channels)
      for part in term.parts {
        guard let source = target.channel(part.source) else {
          remark(
            place, "copies from \(part.source.word), which this stream has not", isDoubtful: false)
          continue
        }
        rows[channel][source] += part.factor
      }
    }
    var segment = EqualizerPlan.Segment(channels: target.channels)
    segment.mix = rows
    result.plan.segments.append(segment)
  }
}
