public import Drawing
import Glibc
public import SampleIO

/// What the levels of a spectrum stand for: bins at equal distances, or bands of equal ratio.
public struct FrequencyCells: Equatable, Sendable {
  public let count: Int
  public let isBins: Bool
  /// Of bins: from one to the next, Hz.
  public let resolution: Double
  /// Of bands: where they begin and end, Hz.
  public let low: Double
  public let high: Double
  /// Of bins: the noise bandwidth, bins.
  public let noiseBandwidth: Double
  /// Of bins: how many of the transform share a cell.
  public private(set) var binsPerCell = 1
  /// Whether the levels are per √Hz already.
  public let isDensity: Bool

  public static let none = FrequencyCells(
    count: 0, isBins: false, resolution: .nan, low: .nan, high: .nan, noiseBandwidth: 1,
    isDensity: false)

  public init(
    count: Int, isBins: Bool, resolution: Double, low: Double, high: Double,
    noiseBandwidth: Double, isDensity: Bool
  ) {
    self.count = count
    self.isBins = isBins
    self.resolution = resolution
    self.low = low
    self.high = high
    self.noiseBandwidth = noiseBandwidth
    self.isDensity = isDensity
  }

  /// - Parameters:
  ///   - record: with a spectrum.
  ///   - index: which of several.
  public init(_ record: borrowing Record, _ index: Int) {
    let number = { (value: Double) in value.isFinite ? Int(value) : 0 }
    let bins = number(record.number("bin_count", .spectrum, index: index, .spectrum))
    let flags = number(record.number("flags", .spectrum, index: index, .spectrum))
    self.init(
      count: bins > 0
        ? bins : number(record.number("band_count", .spectrum, index: index, .spectrum)),
      isBins: bins > 0,
      resolution: record.number("resolution", .spectrum, index: index, .spectrum),
      low: record.number("low", .spectrum, index: index, .spectrum),
      high: record.number("high", .spectrum, index: index, .spectrum),
      noiseBandwidth: record.number("enbw", .spectrum, index: index, .spectrum),
      isDensity: bins == 0 && flags & 1 == 1)
  }

  /// The cell in which a frequency lies, as a place: cell k reaches from k to k + 1.
  func place(_ frequency: Double) -> Double {
    isBins
      ? frequency / resolution + 0.5 / Double(binsPerCell)
      : Double(count) * log2(frequency / low) / log2(high / low)
  }

  /// The cells that a row shows: those whose middle lies in it, else the one it lies in.
  ///
  /// - Parameters:
  ///   - from: Hz.
  ///   - to: Hz, higher.
  /// - Returns: nothing where the spectrum does not reach.
  public func range(_ from: Double, _ to: Double) -> Range<Int> {
    let (first, last) = (place(from), place(to))
    guard first.isFinite, last.isFinite, last > 0, first < Double(count) else { return 0..<0 }
    let begin = Int(max((first - 0.5).rounded(.up), 0))
    let end = Int(min((last - 0.5).rounded(.up), Double(count)))
    if begin < end { return begin..<end }
    let middle = Int(((first + last) / 2).rounded(.down))
    return 0..<count ~= middle ? middle..<middle + 1 : 0..<0
  }

  /// Bins with several taken together.
  func thinned(by number: Int) -> FrequencyCells {
    guard number > 1 else { return self }
    var cells = FrequencyCells(
      count: (count + number - 1) / number, isBins: isBins, resolution: resolution * Double(number),
      low: low, high: high, noiseBandwidth: noiseBandwidth / Double(number), isDensity: isDensity)
    cells.binsPerCell = number
    return cells
  }

  /// What is taken from a cell's level for a density, dB.
  func densityOffset(_ cell: Int) -> Double {
    if isDensity { return 0 }
    if isBins { return 10 * log10(noiseBandwidth * resolution) }
    let octaves = log2(high / low) / Double(count)
    let edge = { (number: Int) -> Double in low * exp2(octaves * Double(number)) }
    return 10 * log10(edge(cell + 1) - edge(cell))
  }
}

/// Levels of a spectrum pooled into the rows of a picture, low frequencies last.
public struct RowPooling: Sendable {
  public let cells: FrequencyCells
  public let rows: Int
  /// Whether rows show the mean power per Hz, instead of the highest level.
  public let isDensity: Bool
  private let ranges: [Range<Int>]
  private let offsets: [Float]

  /// - Parameters:
  ///   - cells: of the spectrum.
  ///   - rows: of the picture.
  ///   - axis: frequency at the bottom and at the top.
  ///   - isDensity: see there.
  public init(_ cells: FrequencyCells, rows: Int, axis: FrequencyAxis, isDensity: Bool) {
    self.cells = cells
    self.rows = rows
    self.isDensity = isDensity
    let scale = axis.scale(from: 0, to: 1)
    ranges = (0..<rows).map { row in
      cells.range(
        scale.value(atPart: Double(rows - row - 1) / Double(rows)),
        scale.value(atPart: Double(rows - row) / Double(rows)))
    }
    offsets = isDensity ? (0..<cells.count).map { Float(cells.densityOffset($0)) } : []
  }

  /// Pools one spectrum.
  ///
  /// - Parameters:
  ///   - levels: dB.
  ///   - target: gets a value a row: dB, or power where a density is shown; NaN for none.
  public func pool(_ levels: [Float], into target: inout [Float]) {
    guard levels.count == cells.count else { return }
    for row in 0..<rows {
      let range = ranges[row]
      var best = Float.nan
      if isDensity {
        var sum: Float = 0
        for cell in range { sum += exp2f((levels[cell] - offsets[cell]) * 0.33219281) }
        best = sum / Float(range.count)
      } else {
        for cell in range where best.isNaN || levels[cell] > best { best = levels[cell] }
      }
      target[row] = range.isEmpty ? .nan : best
    }
  }
}

/// The frequencies of a picture.
public struct FrequencyAxis: Equatable, Sendable {
  public var low: Double
  public var high: Double
  public var isLinear: Bool

  public init(low: Double, high: Double, isLinear: Bool) {
    self.low = low
    self.high = high
    self.isLinear = isLinear
  }

  /// The axis along a stretch of a canvas.
  public func scale(from: Double, to: Double) -> Scale {
    Scale(low, high, from: from, to: to, isLogarithmic: !isLinear)
  }
}
