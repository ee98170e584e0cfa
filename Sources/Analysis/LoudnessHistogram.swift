/// Loudness values of any length of programme in bounded memory: count and energy in bins of 0.01 LU.
///
/// From −70 LUFS to +60 LUFS, above which everything enters the last bin with its exact energy. Coarse bins of
/// 1 LU over them shorten the scan. Values below the absolute gate do not enter. Only values inside
/// the one bin that the relative gate cuts can be misjudged: they go with their bin's mean.
struct LoudnessHistogram {
  /// LUFS.
  static let absoluteGate = -70.0
  private static let binsPerUnit = 100
  private static let units = 130

  private var counts = [Int](repeating: 0, count: units * binsPerUnit)
  private var energies = [Double](repeating: 0, count: units * binsPerUnit)
  private var coarseCounts = [Int](repeating: 0, count: units)
  private var coarseEnergies = [Double](repeating: 0, count: units)
  private(set) var count = 0
  private var energy = 0.0

  /// The mean energy of all values, nil of none.
  var mean: Double? { count > 0 ? energy / Double(count) : nil }

  /// Enters a value.
  ///
  /// - Parameter power: as `Decibels.loudness(ofPower:)` takes it, at or above the absolute gate.
  mutating func insert(power: Double) {
    let bin = bin(of: power)
    counts[bin] += 1
    energies[bin] += power
    coarseCounts[bin / Self.binsPerUnit] += 1
    coarseEnergies[bin / Self.binsPerUnit] += power
    count += 1
    energy += power
  }

  /// The values above a gate.
  ///
  /// - Parameters:
  ///   - gate: a power.
  ///   - inclusive: whether a bin whose mean is the gate itself counts.
  /// - Returns: the bins above it, taken together.
  func above(_ gate: Double, inclusive: Bool) -> Selection {
    let cut = bin(of: gate)
    // one bin more either side, since a logarithm rounds
    var first = max(0, cut - 1)
    while first <= min(cut + 1, counts.count - 1) {
      if counts[first] > 0 {
        let mean = energies[first] / Double(counts[first])
        if mean > gate || inclusive && mean == gate { break }
      }
      first += 1
    }
    return selection(from: first)
  }

  private func selection(from first: Int) -> Selection {
    var selection = Selection(count: 0, energy: 0, firstBin: first)
    let firstUnit = (first + Self.binsPerUnit - 1) / Self.binsPerUnit
    for bin in first..<firstUnit * Self.binsPerUnit {
      selection.count += counts[bin]
      selection.energy += energies[bin]
    }
    for unit in firstUnit..<Self.units where coarseCounts[unit] > 0 {
      selection.count += coarseCounts[unit]
      selection.energy += coarseEnergies[unit]
    }
    return selection
  }

  private func bin(of power: Double) -> Int {
    let place = (Decibels.loudness(ofPower: power) - Self.absoluteGate) * Double(Self.binsPerUnit)
    return Int(max(0, min(place, Double(counts.count - 1))))
  }

  /// The value of rank round((n − 1) × fraction + 1) among the n selected, ascending, as its bin's mean.
  ///
  /// Source: EBU Tech 3342 v4, annex.
  func percentile(_ fraction: Double, of selection: Selection) -> Double? {
    guard selection.count > 0 else { return nil }
    var rank = Int((Double(selection.count - 1) * fraction).rounded())
    var bin = selection.firstBin
    while bin < counts.count {
      if bin % Self.binsPerUnit == 0 && coarseCounts[bin / Self.binsPerUnit] <= rank {
        rank -= coarseCounts[bin / Self.binsPerUnit]
        bin += Self.binsPerUnit
      } else if counts[bin] <= rank {
        rank -= counts[bin]
        bin += 1
      } else {
        return energies[bin] / Double(counts[bin])
      }
    }
    return nil
  }

  /// Values above a gate: how many, their energy, and the first bin that may hold one.
  struct Selection {
    var count: Int
    var energy: Double
    var firstBin: Int

    var mean: Double? { count > 0 ? energy / Double(count) : nil }
  }
}
