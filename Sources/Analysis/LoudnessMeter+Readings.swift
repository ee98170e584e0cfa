extension LoudnessMeter {
  /// The levels of each channel at the end of the last block; NaN before the first.
  public func levels() -> [ChannelLevels] {
    layout.roles.indices.map { channel in
      var levels = ChannelLevels()
      levels.clipEvents = Int64(peaks.clipEvents(of: channel))
      levels.clipped = peaks.isClipped(channel)
      levels.meanSquare = Float(steps.meanSquares[channel])
      guard position > 0 else { return levels }
      let ballistics = path.ballistics
      levels.display = dBFS(power: ballistics.fastMean(path.value(\.plainFast, of: channel)))
      levels.displaySlow = dBFS(power: ballistics.slowMean(path.value(\.plainSlow, of: channel)))
      levels.heldPeak = dBFS(peaks.heldPeak(of: channel, at: position - 1))
      levels.truePeakMax = dBFS(Double(peaks.truePeaks[channel]))
      guard blockFrames > 0 else { return levels }
      let frames = Double(blockFrames)
      levels.rms = dBFS(power: path.value(\.blockSquares, of: channel) / frames)
      levels.dc = Float(path.value(\.blockSum, of: channel) / frames)
      levels.peak = dBFS(Double(peaks.blockPeaks[channel]))
      levels.truePeak = dBFS(Double(peaks.blockTruePeaks[channel]))
      return levels
    }
  }

  /// The A-weighted levels at the end of the last block; NaN before the first or without a counted channel.
  public func weighted() -> WeightedLevels {
    var levels = WeightedLevels()
    let counted = Double(layout.roles.count { $0 != .lowFrequency })
    guard counted > 0, position > 0 else { return levels }
    let path = upsampled?.path ?? path
    let frames = upsampled?.sessionFrames ?? sessionFrames
    let fast = path.weightedSum(\.aFast, layout.roles) / counted
    let slow = path.weightedSum(\.aSlow, layout.roles) / counted
    levels.aFast = dBFS(power: path.ballistics.fastMean(fast))
    levels.aSlow = dBFS(power: path.ballistics.slowMean(slow))
    if frames > 0 {
      let sum = path.weightedSum(\.aSquares, layout.roles)
      levels.laeq = dBFS(power: sum / (counted * Double(frames)))
    }
    return levels
  }

  /// What is known of the programme after the last whole 10 ms hop.
  public func reading() -> LoudnessReading {
    var reading = LoudnessReading()
    readWindows(into: &reading)
    readGated(into: &reading)
    readPeaks(into: &reading)
    reading.crest = Float(steps.crest)
    reading.floorP10 = Float(steps.floor)
    reading.snrEstimate = Float(Decibels.difference(steps.rms, steps.floor))
    reading.measuredSeconds = Float(Double(sessionFrames) / rate)
    reading.rangeProvisional = Double(sessionFrames) < 60 * rate
    reading.dualMono = isDualMono
    reading.layout = layout.code
    return reading
  }

  private func readWindows(into reading: inout LoudnessReading) {
    reading.momentary = Float(loudness(ledger.momentary))
    reading.shortTerm = Float(loudness(ledger.shortTerm))
    reading.momentaryMax = Float(loudness(ledger.highestMomentary))
    reading.shortTermMax = Float(loudness(ledger.highestShortTerm))
    reading.gapMomentary = ledger.touchesGap(within: HopLedger.momentaryHops)
    reading.gapShortTerm = ledger.touchesGap(within: HopLedger.shortTermHops)
    reading.blocksExcluded = Int64(ledger.excludedBlocks)
  }

  private func readGated(into reading: inout LoudnessReading) {
    let integrated = ledger.integrated
    reading.integrated = Float(loudness(integrated?.power))
    reading.relativeThreshold = Float(loudness(integrated?.gate))
    if let target = settings.target {
      reading.target = Float(target)
      reading.targetDelta = Float(loudness(integrated?.power) - target)
    }
    if let range = ledger.range {
      reading.rangeLow = Float(loudness(range.low))
      reading.rangeHigh = Float(loudness(range.high))
      reading.range = Float(loudness(range.high) - loudness(range.low))
      reading.rangeThreshold = Float(loudness(range.gate))
    }
  }

  private func readPeaks(into reading: inout LoudnessReading) {
    guard position > 0 else { return }
    let highest = Decibels.ofAmplitude(Double(peaks.highestTruePeak))
    let recent = Decibels.ofAmplitude(Double(peaks.recentTruePeak))
    reading.truePeakMax = Float(highest)
    reading.headroom = Float(Decibels.difference(0, highest))
    reading.psr = Float(Decibels.difference(recent, loudness(ledger.shortTerm)))
    reading.plr = Float(Decibels.difference(highest, loudness(ledger.integrated?.power)))
  }

  private var isDualMono: Bool { settings.dualMono && layout.roles.count == 1 }

  /// LUFS of a power of the ledger; NaN of nil.
  private func loudness(_ power: Double?) -> Double {
    guard let power else { return .nan }
    return Decibels.loudness(ofPower: power)
  }

  private func dBFS(power: Double) -> Float { Float(Decibels.ofPower(power)) }

  private func dBFS(_ amplitude: Double) -> Float { Float(Decibels.ofAmplitude(amplitude)) }
}
