import DSP

extension PresetFilter {
  /// What no equalizer is meant to do.
  func check() throws(FilterLine.Fault) {
    let show = PresetNumber.text
    if kind == .special {
      guard special?.section(rate: 48_000).isFinite ?? false else {
        throw FilterLine.Fault(text: "coefficients that are no filter")
      }
      return
    }
    guard frequency.isFinite, frequency > 0, frequency <= 1_000_000 else {
      throw FilterLine.Fault(text: "a frequency of \(show(frequency)) Hz")
    }
    guard gainDB.magnitude <= 100 else {
      throw FilterLine.Fault(text: "a gain of \(show(gainDB)) dB; at most 100 either way")
    }
    switch width {
    case .q(let q) where !(0.01...1000 ~= q):
      throw FilterLine.Fault(text: "a Q of \(show(q)); 0.01 to 1000 are possible")
    case .octaves(let octaves) where !(0.001...10 ~= octaves):
      throw FilterLine.Fault(text: "\(show(octaves)) octaves; 0.001 to 10 are possible")
    case .slope(let slope) where !(0.001...1 ~= slope):
      throw FilterLine.Fault(text: "a slope of \(show(slope * 12)) dB; at most 12")
    default: break
    }
  }
}
