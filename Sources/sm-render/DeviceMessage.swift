import DSP

/// The message that is written without any sound: FOX in Morse code, six times.
///
/// 28.8 s; each 4.8 s begin with the word at 15 words a minute, 600 Hz, −6 dBFS, with edges of 5 ms;
/// the rest is silence.
enum DeviceMessage {
  private static let code = "..-. --- -..-"
  private static let turnSeconds = 4.8
  private static let turns = 6
  private static let ditSeconds = 1.2 / 15
  private static let toneHz = 600.0
  private static let peak = 0.5
  private static let edgeSeconds = 0.005

  /// - Parameter rate: Hz.
  /// - Returns: 28.8 s.
  static func samples(rate: Int) -> [Int16] {
    var turn = [Float](repeating: 0, count: Int((turnSeconds * Double(rate)).rounded()))
    var start = 0.0
    for sign in code {
      let dits = sign == "." ? 1.0 : sign == "-" ? 3 : 0
      if dits > 0 { addTone(&turn, from: start, dits * ditSeconds, rate) }
      // A dit behind each sign; a gap between letters is three.
      start += (dits + (dits > 0 ? 1 : 2)) * ditSeconds
    }
    let samples = DeviceSamples.quantised(turn)
    return Array(repeatElement(samples, count: turns).joined())
  }

  private static func addTone(
    _ turn: inout [Float], from start: Double, _ seconds: Double, _ rate: Int
  ) {
    let first = Int((start * Double(rate)).rounded())
    let frames = Int((seconds * Double(rate)).rounded())
    for frame in 0..<frames {
      let time = Double(frame) / Double(rate)
      let distance = min(time, Double(frames - 1 - frame) / Double(rate))
      let edge = RaisedCosine.rise(distance / edgeSeconds)
      turn[first + frame] = Float(peak * edge * RaisedCosine.sine(turns: toneHz * time))
    }
  }
}
