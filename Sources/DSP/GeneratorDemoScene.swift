/// The sounds of the demo: from a time in the scene to a left and a right sample.
///
/// All is made of sines at times and frequencies in seconds and Hz, so it is the same scene at every
/// rate; a sine at or above 0.45 × rate is left out.
struct GeneratorDemoScene {
  /// A left and a right sample, full scale ±1.
  typealias Pair = SIMD2<Double>

  private let highest: Double

  /// - Parameter rate: Hz.
  init(rate: Double) {
    highest = 0.45 * rate
  }

  /// Chord of A major, 220 Hz, 277.18 Hz and 329.63 Hz (equal temperament), from left to right.
  ///
  /// Four harmonics a note, of amplitude 0.06 / h.
  func chord(at seconds: Double) -> Pair {
    note(220, at: seconds) * Pair(1, 0.4)
      + note(277.18263097687208, at: seconds) * Pair(0.7, 0.7)
      + note(329.62755691286992, at: seconds) * Pair(0.4, 1)
  }

  /// A tone 25 cents above A4, 446.40 Hz: 0.03 left, half of it right.
  func tone(at seconds: Double) -> Pair {
    sine(446.39989573878375, at: seconds) * Pair(0.03, 0.015)
  }

  /// Beats: a drum of 60 Hz and a tick of three partials on each half second, 120 a minute.
  ///
  /// They lean to the left and to the right in turn, by 4.4 dB, the first to the left. There is none at 8.5 s, where the
  /// burst stands, and none from 9.25 s. Those of the first four seconds are 20 dB louder.
  func beat(at seconds: Double) -> Pair {
    let number = (2 * seconds).rounded(.down)
    let since = seconds - number / 2
    guard since < 0.2, number != 17, number < 19 else { return Pair() }
    let leftward = number.truncatingRemainder(dividingBy: 2) == 0
    let strength = number < 8 ? 1.0 : 0.1
    let fall = 1 - since / 0.2
    var sum = 0.45 * fall * fall * fall * sine(60, at: since)
    if since < 0.03 {
      let fade = 1 - since / 0.03
      let partials = sine(1_100, at: since) + sine(1_730, at: since) + sine(2_900, at: since)
      sum += 0.065 * fade * fade * partials
    }
    return strength * sum * (leftward ? Pair(1, 0.6) : Pair(0.6, 1))
  }

  /// A sine of 500 Hz driven 6 dB (right: 3.5 dB) over full scale and cut off at ±1.
  func burst(at seconds: Double) -> Pair {
    let driven = sine(500, at: seconds) * Pair(2, 1.5)
    return driven.clamped(lowerBound: Pair(repeating: -1), upperBound: Pair(repeating: 1))
  }

  /// A sine of 330 Hz at −40 dBFS, right against left.
  func opposed(at seconds: Double) -> Pair {
    sine(330, at: seconds) * Pair(0.01, -0.01)
  }

  private func sine(_ frequency: Double, at seconds: Double) -> Double {
    frequency < highest ? GeneratorMath.sine(turns: frequency * seconds) : 0
  }

  /// Harmonics by the recurrence sin((h + 1)x) = 2 cos(x) sin(hx) − sin((h − 1)x).
  private func note(_ frequency: Double, at seconds: Double) -> Double {
    let turns = frequency * seconds
    let doubledCosine = 2 * GeneratorMath.sine(turns: turns + 0.25)
    var before = 0.0
    var harmonic = GeneratorMath.sine(turns: turns)
    var sum = 0.0
    for number in 1...4 where frequency * Double(number) < highest {
      sum += harmonic / Double(number)
      (before, harmonic) = (harmonic, doubledCosine * harmonic - before)
    }
    return 0.06 * sum
  }
}
