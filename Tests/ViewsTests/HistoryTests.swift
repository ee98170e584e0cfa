import Drawing
import Foundation
import Testing

@testable import Views

private let axis = FrequencyAxis(low: 45, high: 16_000, isLinear: false)

private func spectrum(_ bin: Int) -> [Float] { (0..<1025).map { $0 == bin ? -20 : -120 } }

private func fitted(
  _ expected: Double?, width: Int = 100, rows: Int = 60, origin: Double = 0
) -> FittedHistory {
  FittedHistory(
    width: width, rows: rows, origin: origin, expected: expected, hopFrames: 2048,
    isDensity: false)
}

@Suite struct HistoryTests {
  // Whatever was said of its length: nothing, the truth, half of it, or eight times as much.
  @Test(arguments: [nil, 3000, 1500, 24_000, 1.0], [0.0, 1e9])
  func `what was heard fits the width, and a lone click stays in it`(
    expected: Double?, origin: Double
  ) {
    var history = fitted(expected.map { $0 * 2048 }, origin: origin)
    let pooling = RowPooling(bins2048, rows: 60, axis: axis, isDensity: false)
    for step in 0..<3000 {
      history.add(
        spectrum(step == 1500 ? 400 : 3), frame: origin + Double(step) * 2048, afterGap: false,
        pooling)
    }
    let picture = history.levels(origin + 3000 * 2048)
    #expect(picture.count == 6000)
    #expect(!picture.contains { $0.isNaN })
    let row = (0..<60).first { row in (0..<100).contains { picture[row * 100 + $0] == -20 } }
    let columns = (0..<100).filter { picture[(row ?? 0) * 100 + $0] == -20 }
    #expect(columns.count == 1 && columns.allSatisfy { abs($0 - 50) <= 1 }, "\(columns)")
  }

  @Test(arguments: [1, 3, 40, 100])
  func `few spectra fill the width, each as much of it`(count: Int) {
    var history = fitted(nil)
    let pooling = RowPooling(bins2048, rows: 60, axis: axis, isDensity: false)
    for step in 0..<count {
      history.add(spectrum(step + 20), frame: Double(step) * 2048 + 1024, afterGap: false, pooling)
    }
    let picture = history.levels(Double(count) * 2048)
    #expect(!picture.contains { $0.isNaN })
  }

  @Test func `a chirp rises to the right`() {
    var history = fitted(nil)
    let pooling = RowPooling(bins2048, rows: 60, axis: axis, isDensity: false)
    for step in 0..<400 {
      history.add(spectrum(4 + step), frame: Double(step) * 2048, afterGap: false, pooling)
    }
    let picture = history.levels(400 * 2048)
    let highest = (0..<100).map { x in (0..<60).first { picture[$0 * 100 + x] == -20 } ?? 60 }
    #expect(zip(highest, highest.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(highest[0] > 40 && highest[99] < 10)
  }

  @Test func `lost sound is left empty, and a spectrum stands until the next`() {
    var history = fitted(100 * 4096)
    let pooling = RowPooling(bins2048, rows: 60, axis: axis, isDensity: false)
    // One spectrum for each two columns, and a third of them lost.
    for step in 0..<50 where !(20..<36 ~= step) {
      history.add(
        spectrum(100), frame: Double(step) * 8192, afterGap: step == 36, pooling)
    }
    let picture = history.levels(100 * 4096)
    let empty = (0..<100).filter { picture[30 * 100 + $0].isNaN }
    #expect(empty.allSatisfy { 40...71 ~= $0 } && empty.count >= 28, "\(empty)")
  }

  @Test func `an hour leaves the last 240 columns`() {
    var history = RollingHistory(columnsPerSecond: 8, isDensity: false)
    for step in 0..<(3600 * 24) {
      history.add(spectrum(step % 1000), bins2048, seconds: Double(step) / 24)
    }
    #expect(history.columns.count == 240)
    #expect(history.columns.last?.number == Int64(3600 * 8 - 1))
    #expect(history.columns.first?.number == Int64(3600 * 8 - 240))
    // Three spectra share a column, and all of their peaks are in it.
    #expect(history.columns.last?.levels.count { $0 == -20 } == 3)
  }

  @Test func `very long transforms are thinned by their peaks`() {
    var history = RollingHistory(columnsPerSecond: 8, isDensity: false)
    let cells = FrequencyCells(
      count: 32_769, isBins: true, resolution: 0.73, low: 45, high: 16_000, noiseBandwidth: 1.5,
      isDensity: false)
    var levels = Array(repeating: Float(-120), count: 32_769)
    levels[20_001] = -20
    history.add(levels, cells, seconds: 0)
    #expect(history.cells.count <= RollingHistory.mostCells)
    #expect(history.columns[0].levels.contains(-20))
  }

  @Test func `many lanes share the memory of one`() {
    for lanes in [1, 2, 6, 16, 64] {
      var history = RollingHistory(columnsPerSecond: 8, isDensity: false, lanes: lanes)
      for step in 0..<240 { history.add(spectrum(700), bins2048, seconds: Double(step) / 8) }
      #expect(history.cells.count <= max(RollingHistory.mostCells / lanes, 129))
      #expect(history.columns[0].levels.contains(-20))
      // The peak is still where its frequency is.
      let range = history.cells.range(700 * 23.4375 - 1, 700 * 23.4375 + 1)
      #expect(range.contains { history.columns[0].levels[$0] == -20 }, "\(lanes)")
    }
  }

  @Test(arguments: [
    (240, 1, 240), (300, 1, 240), (120, 2, 120), (72, 3, 72), (66, 4, 60), (20, 12, 20),
  ])
  func `thirty seconds fit the width as well as whole columns can`(
    width: Int, per: Int, shown: Int
  ) {
    #expect(RollingPicture.fit(width) == (per, shown))
  }

  @Test func `the newest column is at the right, and each is pooled once`() {
    var history = RollingHistory(columnsPerSecond: 8, isDensity: false)
    var picture = RollingPicture()
    for step in 0..<30 { history.add(spectrum(10), bins2048, seconds: Double(step) / 8) }
    history.add(spectrum(500), bins2048, seconds: 30.0 / 8)
    let laid = picture.lay(history, width: 240, rows: 40, axis: axis)
    let peaks = (0..<240).map { x in (0..<40).first { laid[$0 * 240 + x] == -20 } }
    #expect(peaks[..<209].allSatisfy { $0 == nil })
    #expect(peaks[209..<239].allSatisfy { $0 == peaks[209] && $0 != nil })
    #expect((peaks[239] ?? 99) < (peaks[238] ?? 0))
    // A terminal may leave it no room.
    #expect(picture.lay(history, width: 0, rows: 2, axis: axis).count == 2)
    #expect(picture.lay(history, width: 5, rows: 0, axis: axis).isEmpty)
    let again = picture.lay(history, width: 240, rows: 40, axis: axis)
    #expect(again.map(\.bitPattern) == laid.map(\.bitPattern))
  }

  @Test func `a trace keeps its loudest moments in bounded memory`() {
    var trace = LoudnessTrace()
    for step in 0..<100_000 {
      trace.add(frame: Double(step), momentary: step == 70_000 ? -5 : -30, shortTerm: -30)
    }
    #expect(trace.frames.count < LoudnessTrace.capacity)
    #expect(trace.momentary.contains(-5))
    #expect(trace.frames.last.map { $0 > 99_900 } ?? false)
  }
}
