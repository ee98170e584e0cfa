import DSP
import Presets
import SampleIO

/// What the mixer shows, and what keys do to it.
struct MixerState {
  var form = GraphicForm()
  var message = ""
  private(set) var band = 7
  private(set) var side = SelectedSide.both
  private(set) var isBypassed = false
  /// Of the sides, dB.
  private(set) var levels = [-Double.infinity, -Double.infinity]
  private var clippedAt: [Double?] = [nil, nil]
  private var heardAt = 0.0

  /// Which sliders the keys move.
  enum SelectedSide: String { case both = "L+R", left = "L", right = "R" }

  /// What a key has done.
  enum Outcome { case nothing, changed, bypass, save, close }

  mutating func press(_ key: TerminalKeys.Key) -> Outcome {
    message = ""
    switch key {
    case .left, .character("h"): band = max(band - 1, 0)
    case .right, .character("l"): band = min(band + 1, GraphicForm.centres.count - 1)
    case .home: band = 0
    case .end: band = GraphicForm.centres.count - 1
    case .up, .character("k"), .character("+"): return move(0.5)
    case .down, .character("j"), .character("-"): return move(-0.5)
    case .pageUp: return move(3)
    case .pageDown: return move(-3)
    case .character("0"): return change { _ in 0 }
    case .tab: side = side == .both ? .left : side == .left ? .right : .both
    case .backTab: side = side == .both ? .right : side == .right ? .left : .both
    case .character(" "):
      isBypassed.toggle()
      return .bypass
    case .character("r"):
      for band in GraphicForm.centres.indices { _ = change(band) { _ in 0 } }
      return .changed
    case .character("s"): return .save
    case .character("q"): return .close
    case .character, .redraw: break
    }
    return .nothing
  }

  private mutating func move(_ step: Double) -> Outcome {
    change {
      min(max($0 + step, GraphicForm.gainRange.lowerBound), GraphicForm.gainRange.upperBound)
    }
  }

  private mutating func change(_ gain: (Double) -> Double) -> Outcome { change(band, gain) }

  private mutating func change(_ band: Int, _ gain: (Double) -> Double) -> Outcome {
    if side != .right { form.left[band] = gain(form.left[band]) }
    if side != .left { form.right[band] = gain(form.right[band]) }
    return .changed
  }

  /// Takes the levels of a block in; they fall by 20 dB a second.
  ///
  /// - Parameters:
  ///   - peaks: of the channels, linear; odd ones are shown left.
  ///   - now: s.
  mutating func hear(_ peaks: [Float], _ now: Double) {
    for side in 0..<2 {
      let channels = stride(from: side, to: peaks.count, by: 2)
      let peak = channels.map { peaks[$0] }.max() ?? 0
      levels[side] = max(Level.decibels(peak), levels[side] - 20 * (now - heardAt))
      if peak > 1 { clippedAt[side] = now }
    }
    heardAt = now
  }

  /// Whether a side went over full scale in the last two seconds.
  func isClipping(_ side: Int) -> Bool { clippedAt[side].map { heardAt - $0 < 2 } ?? false }
}
