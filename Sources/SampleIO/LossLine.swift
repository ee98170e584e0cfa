extension Record {
  /// What each process of the chain has lost, in one line: for the end of a source.
  var lossLine: String {
    var parts: [String] = []
    for row in 0..<rows(of: .tally) {
      var (stage, lost) = ("", "0")
      _ = read(.tally, row: row, .tally) { reader in
        reader.forEach { name, value in
          if name == "stage", case .text(let text) = value { stage = text }
          if name == "lost", case .count(let count) = value { lost = String(count) }
        }
      }
      parts.append("\(stage) \(lost)")
    }
    return "\(header.position) frames to the end of the source, \(header.lost) lost"
      + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
  }
}
