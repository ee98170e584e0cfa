/// Integrated loudness and loudness range, from the values that passed the absolute gate.
extension HopLedger {
  /// The relative gate and the mean energy of the blocks above it; nil while no block passed.
  ///
  /// Source: ITU-R BS.1770-5, Annex 1, equations 5 to 7: strictly above both gates.
  var integrated: (power: Double, gate: Double)? {
    guard let mean = integratedBlocks.mean else { return nil }
    let gate = mean / 10
    guard let power = integratedBlocks.above(gate, inclusive: false).mean else { return nil }
    return (power, gate)
  }

  /// The tenth and the ninety-fifth percentile of the short-term values at or above the gate 20 LU below their mean.
  ///
  /// Source: EBU Tech 3342 v4.
  var range: (low: Double, high: Double, gate: Double)? {
    guard let mean = rangeValues.mean else { return nil }
    let gate = mean / 100
    let values = rangeValues.above(gate, inclusive: true)
    guard let low = rangeValues.percentile(0.10, of: values),
      let high = rangeValues.percentile(0.95, of: values)
    else { return nil }
    return (low, high, gate)
  }
}
