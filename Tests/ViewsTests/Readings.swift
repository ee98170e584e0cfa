import Drawing
import Foundation
import SampleIO

@testable import Views

/// A canvas without colours, of all characters.
func cells(_ columns: Int, _ rows: Int, _ glyphs: Glyphs = .full) -> CellCanvas {
  CellCanvas(columns: columns, rows: rows, depth: .none, glyphs: glyphs)
}

/// What a view draws, line by line.
func lines(_ view: some Drawable, _ columns: Int = 80, _ rows: Int = 24) -> [String] {
  var canvas = cells(columns, rows)
  view.draw(on: &canvas)
  return CellPainter.lines(canvas)
}

/// The column of the last filled cell of a row, in eighths.
func fill(_ line: String, from column: Int) -> Int {
  let eighths: [Character: Int] = [
    "▏": 1, "▎": 2, "▍": 3, "▌": 4, "▋": 5, "▊": 6, "▉": 7, "█": 8,
  ]
  return line.dropFirst(column).prefix { eighths[$0] != nil }.reduce(0) { $0 + (eighths[$1] ?? 0) }
}

let bins2048 = FrequencyCells(
  count: 1025, isBins: true, resolution: 48_000.0 / 2048, low: 45, high: 16_000,
  noiseBandwidth: 1.5, isDensity: false)

/// A reading with a value everywhere.
func reading() -> Reading {
  var reading = Reading()
  reading.source.name = "song.wav"
  reading.source.channels = 2
  reading.source.position = 480_000
  reading.channels = [-36, -24].map { level in
    ChannelReading(
      rms: level, fast: level, slow: level - 6, peak: level + 6, held: level + 12,
      truePeak: level + 6, truePeakMax: level + 13, clips: 0, isClipped: false, meanSquare: 0.01)
  }
  reading.weighted = (-30, -31, -32)
  var loudness = LoudnessReading()
  (loudness.momentary, loudness.shortTerm, loudness.integrated) = (-20, -23, -26)
  (loudness.range, loudness.isProvisional, loudness.target) = (7.25, true, -23)
  (loudness.momentaryMax, loudness.shortTermMax, loudness.delta) = (-18, -21, -3)
  (loudness.psr, loudness.plr) = (12.25, 14.75)
  reading.loudness = loudness
  var spectrum = SpectrumReading()
  spectrum.cells = bins2048
  spectrum.bands = (0..<64).map { $0 == 35 ? -20 : -90 }
  spectrum.held = (0..<64).map { $0 == 35 ? -15 : -.infinity }
  spectrum.bands24 = (0..<24).map { $0 == 13 ? -20 : -89 }
  spectrum.bins = (0..<1025).map { $0 == 43 ? -20 : -95 }
  (spectrum.low, spectrum.high, spectrum.length) = (45, 16_000, 2048)
  spectrum.resolution = 23.4375
  spectrum.components = [
    ComponentReading(frequency: 1000, level: -20, note: "B5", cents: 21.3, harmonic: 1)
  ]
  (spectrum.dominant, spectrum.note, spectrum.centroid) = (1000, "B5", 1010)
  reading.spectrum = spectrum
  reading.tempo = (120, 0.8)
  var scope = ScopeReading()
  scope.low = (0..<256).map { Float(sin(Double($0) / 256 * 2 * .pi)) / 2 - 0.01 }
  scope.high = scope.low.map { $0 + 0.02 }
  (scope.framesPerBin, scope.trigger, scope.dc) = (8, 471_000.5, 0.001)
  scope.pair = (0..<256).map { (Float($0) / 256, Float($0) / 256) }
  reading.scope = scope
  return reading
}
