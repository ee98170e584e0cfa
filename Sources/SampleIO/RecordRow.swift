/// A record as a row of a table: its names are made once for as long as its groups stay the same.
public struct RecordRow {
  /// What each value is called, as `RecordFields.columns` has it.
  public private(set) var names: [String] = []
  /// In the order of the names.
  public private(set) var values: [Value] = []
  private var steps: [Step] = []

  /// Where a group, a row or a list begins or ends.
  ///
  /// Its fields follow from these by their layouts.
  private struct Step: Equatable {
    var name = ""
    var number = 0
    /// Values before it.
    let place: Int
  }

  public init() {}

  /// Takes a record in.
  ///
  /// - Parameter record: the next.
  /// - Returns: whether its names are others than those of the one before.
  public mutating func read(_ record: borrowing Record) -> Bool {
    values.removeAll(keepingCapacity: true)
    var found: [Step] = []
    found.reserveCapacity(steps.count)
    var row = values
    values = []
    RecordFields.walk(record) { event in
      switch event {
      case .value(_, let value), .element(let value): row.append(value)
      case .list: break
      case .begin(let name, _, _): found.append(Step(name: name, place: row.count))
      case .beginList(let name, let count):
        found.append(Step(name: name, number: count, place: row.count))
      case .row(let number, _): found.append(Step(number: number, place: row.count))
      case .end, .endRow, .endList: found.append(Step(place: row.count))
      }
    }
    values = row
    guard found != steps else { return false }
    steps = found
    var made: [String] = []
    RecordFields.columns(record) { name, _ in made.append(name) }
    names = made
    return true
  }
}
