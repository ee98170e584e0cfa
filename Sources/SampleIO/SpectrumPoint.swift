import Glibc

/// What a spectrum says of one frequency.
public struct SpectrumPoint {
  /// The keys of `at` in JSON: `frequency`, `of` (bin or band), its `low` and `high` end, `level`
  /// and, of a band, `held`.
  public let fields: [(String, Value)]
}

extension Record {
  /// The level at one frequency in the newest spectrum: of its bin if there are bins, else of its band.
  ///
  /// - Parameter frequency: Hz.
  /// - Returns: nil where the record has no spectrum.
  public func spectrum(at frequency: Double) -> SpectrumPoint? {
    let index = RecordFields.newestSpectrum(self)
    var values: [String: Double] = [:]
    var lists: [String: [Value]] = [:]
    var list = ""
    let isThere: Void? = read(.spectrum, index: index, .spectrum) { reader in
      reader.walk { event in
        switch event {
        case .value(let name, let value): values[name] = values[name] ?? value.number
        case .beginList(let name, _): list = name
        case .element(let value): lists[list, default: []].append(value)
        default: break
        }
      }
    }
    guard isThere != nil else { return nil }
    let bins = lists["bins"] ?? []
    guard bins.isEmpty else {
      return Self.bin(frequency, bins, resolution: header.rate / Double(2 * (bins.count - 1)))
    }
    return Self.band(
      frequency, lists["bands"] ?? [], lists["held_bands"] ?? [], low: values["low"] ?? .nan,
      high: values["high"] ?? .nan)
  }

  private static func bin(
    _ frequency: Double, _ bins: [Value], resolution: Double
  ) -> SpectrumPoint {
    let place = (frequency / resolution).rounded()
    let isInside = place < Double(bins.count)
    let nearest = isInside ? Int(place) : 0
    let edge = { (distance: Double) in
      isInside
        ? Value.number(max(0, (place + distance) * resolution), .frequency, isSingle: false)
        : .missing
    }
    return SpectrumPoint(fields: [
      ("frequency", .number(frequency, .frequency, isSingle: false)), ("of", .text("bin")),
      ("low", edge(-0.5)), ("high", edge(0.5)), ("level", isInside ? bins[nearest] : .missing),
      ("held", .missing),
    ])
  }

  private static func band(
    _ frequency: Double, _ bands: [Value], _ held: [Value], low: Double, high: Double
  ) -> SpectrumPoint {
    let count = Double(bands.count)
    let place = (count * log(frequency / low) / log(high / low)).rounded(.down)
    let isInside = place >= 0 && place < count && held.count == bands.count
    let band = isInside ? Int(place) : 0
    let edge = { (number: Double) in
      isInside
        ? Value.number(low * pow(high / low, number / count), .frequency, isSingle: false)
        : .missing
    }
    return SpectrumPoint(fields: [
      ("frequency", .number(frequency, .frequency, isSingle: false)), ("of", .text("band")),
      ("low", edge(place)), ("high", edge(place + 1)), ("level", isInside ? bands[band] : .missing),
      ("held", isInside ? held[band] : .missing),
    ])
  }
}
