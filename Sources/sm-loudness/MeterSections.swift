import Analysis
import SampleIO

extension LoudnessMeter {
  /// Writes LEVL and LOUD as they stand, in place of older ones.
  func write(into record: inout Record) {
    record.remove(.levels)
    record.remove(.loudness)
    let levels = levels()
    let weighted = weighted()
    record.insert(.levels, rows: levels.count, of: .levels, then: .weighted) { writer in
      for channel in levels { writer.put(channel) }
      writer.put(weighted.aFast)
      writer.put(weighted.aSlow)
      writer.put(weighted.laeq)
    }
    record.insert(.loudness, .loudness) { $0.put(reading()) }
  }
}

extension SectionWriter {
  fileprivate mutating func put(_ levels: ChannelLevels) {
    put(levels.rms)
    put(levels.display)
    put(levels.displaySlow)
    put(levels.peak)
    put(levels.heldPeak)
    put(levels.truePeak)
    put(levels.truePeakMax)
    put(levels.clipEvents)
    put(flags: levels.clipped)
    put(levels.dc)
    put(levels.meanSquare)
  }

  fileprivate mutating func put(_ reading: LoudnessReading) {
    put(reading.momentary)
    put(reading.shortTerm)
    put(reading.integrated)
    put(reading.range)
    put(reading.rangeLow)
    put(reading.rangeHigh)
    put(reading.momentaryMax)
    put(reading.shortTermMax)
    put(reading.truePeakMax)
    put(reading.psr)
    put(reading.plr)
    put(reading.crest)
    put(reading.headroom)
    put(reading.floorP10)
    put(reading.snrEstimate)
    put(reading.target)
    put(reading.targetDelta)
    put(reading.absoluteThreshold)
    put(reading.relativeThreshold)
    put(reading.rangeThreshold)
    put(reading.measuredSeconds)
    put(reading.blocksExcluded)
    put(
      flags: reading.rangeProvisional, reading.gapMomentary, reading.gapShortTerm,
      reading.dualMono)
    put(reading.layout)
  }
}
