import Analysis
import DSP
import SampleIO

/// How a spectrum stands in a record: the same size for every record of a chain.
struct SpectrumShape {
  private let settings: SpectrumSettings
  private let binCount: Int
  private let byteCount: Int
  private let noiseBandwidth: Float

  init(_ settings: SpectrumSettings) {
    self.settings = settings
    noiseBandwidth = Float(settings.window.noiseBandwidth * Double(settings.padding))
    binCount = settings.bins ? settings.binCount : 0
    byteCount = Layout.spectrum.byteCount([
      "band_count": settings.bandCount, "bin_count": binCount,
    ])
  }

  /// Adds a SPEC.
  func write(
    _ reading: SpectrumReading, _ signal: (channel: UInt32, folded: Int64), rate: Double,
    into record: inout Record
  ) {
    record.insert(.spectrum, fieldBytes: byteCount) { writer in
      writer.put(signal.channel)
      writer.put(signal.folded)
      writer.put(settings.window.rawValue)
      writer.put(Int64(settings.length))
      writer.put(Float(rate / Double(settings.transformLength)))
      writer.put(noiseBandwidth)
      writer.put(Float(settings.low))
      writer.put(Float(settings.high))
      writer.put(flags: settings.density, reading.gap)
      writer.put(reading.position)
      writer.put(Int64(settings.bandCount))
      writer.put(reading.bands)
      writer.put(reading.heldBands)
      writer.put(reading.bands24)
      for slot in 0..<6 {
        writer.put(slot < reading.components.count ? reading.components[slot] : nil)
      }
      writer.put(reading.centroid)
      writer.put(reading.bandwidth)
      writer.put(reading.rolloff85)
      writer.put(reading.flatness)
      writer.put(reading.dominant)
      writer.put(reading.note)
      writer.put(Int64(binCount))
      writer.put(reading.bins)
    }
  }
}

extension SectionWriter {
  fileprivate mutating func put(_ component: SpectrumComponent?) {
    put(Float(component?.frequency ?? .nan))
    put(Float(component?.level ?? .nan))
    put(Float(1 / (component?.frequency ?? .nan)))
    put(component?.note)
    put(Int64(component?.harmonic ?? -1))
    put(Float(component?.fundamental ?? .nan))
  }

  fileprivate mutating func put(_ note: Note?) {
    put(note?.number ?? .max)
    put(note?.cents ?? .nan)
  }
}
