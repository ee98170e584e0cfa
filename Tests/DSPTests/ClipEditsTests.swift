import Foundation
import Testing

@testable import DSP

@Suite struct ClipEditsTests {
  @Test func `gain is what was asked as long as the peak stays below full scale`() {
    var edits = ClipEdits()
    edits.gainDB = 6
    #expect(edits.gain(peak: 0.5).isProtected == false)
    #expect(abs(edits.gain(peak: 0.5).factor - pow(10, 0.3)) < 1e-12)
    // 0.5012 · 10^0.3 is full scale.
    #expect(edits.gain(peak: 0.5013).isProtected)
    #expect(abs(edits.gain(peak: 0.8).factor * 0.8 - 1) < 1e-12)
  }

  @Test func `normalizing comes before gain`() {
    var edits = ClipEdits()
    edits.normalPeak = 0.95
    #expect(abs(edits.gain(peak: 0.1).factor - 9.5) < 1e-12)
    edits.gainDB = -6
    // The published peak of speech: 0.4761, −6.446 dBFS.
    #expect(abs(edits.gain(peak: 0.1).factor * 0.1 - 0.4761) < 5e-5)
    edits.gainDB = 1
    #expect(edits.gain(peak: 0.1).isProtected)
    #expect(edits.gain(peak: 0).factor == 1)
  }

  @Test func `fades are linear and at most half the sound`() {
    var edits = ClipEdits()
    (edits.fadeIn, edits.fadeOut) = (10, 20)
    for frame in 0..<100 {
      let wanted = min(1, Double(frame) / 10, Double(99 - frame) / 20)
      #expect(edits.fade(frame, of: 100) == wanted)
    }
    (edits.fadeIn, edits.fadeOut) = (1000, 1000)
    let half: [Double] = [0, 0.2, 0.4, 0.6, 0.8, 0.8, 0.6, 0.4, 0.2, 0]
    for frame in 0..<10 { #expect(edits.fade(frame, of: 10) == half[frame]) }
    let samples = [Float](repeating: 1, count: 10)
    let edited = edits.applied(to: samples[3...], from: 3, of: 10, factor: 0.5)
    #expect(edited == half[3...].map { Float(0.5 * $0) })
    #expect(edits.fade(0, of: 1) == 1)
  }

  @Test func `a long signal is the mean of its channels, whatever the blocks`() {
    let frames = 150_000
    let block = (0..<2 * frames).map { Float($0 % 1000) / 1000 }
    var (whole, pieces) = (LongSignal(), LongSignal())
    whole.append(block, frames: frames, channels: 2)
    for start in stride(from: 0, to: frames, by: 7777) {
      let count = min(7777, frames - start)
      pieces.append(Array(block[(2 * start)...]), frames: count, channels: 2)
    }
    var (one, other): ([Float], [Float]) = ([], [])
    whole.visit(1..<frames - 1) { samples, first in
      #expect(first == 1 + one.count)
      one += samples
    }
    pieces.visit(1..<frames - 1) { samples, _ in other += samples }
    #expect(one == other)
    #expect(one.count == frames - 2)
    #expect(one[99] == (block[200] + block[201]) / 2)
    #expect(whole.peak(0..<frames) == one.max())
  }

  @Test func `opposite channels cancel`() {
    var signal = LongSignal()
    signal.append([0.5, -0.5, 0.25, -0.25], frames: 2, channels: 2)
    #expect(signal.peak(0..<2) == 0)
  }

  @Test func `samples are rounded to 32767 steps`() {
    #expect(
      DeviceSamples.quantised([0, 1, -1, 0.5, -0.5, 1.6 / 32_767, 0.4 / 32_767])
        == [0, 32_767, -32_767, 16_384, -16_384, 2, 0])
    #expect(DeviceSamples.integers([0.5, -1, 32_767 / 32_768]) == [16_384, -32_768, 32_767])
    #expect(DeviceSamples.integers([0.5, 1]) == nil)
    #expect(DeviceSamples.integers([1e-6]) == nil)
  }
}
