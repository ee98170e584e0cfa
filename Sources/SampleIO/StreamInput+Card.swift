/// A source that a sound card delivers.
extension StreamInput {
  /// Begins a source that a sound card delivers.
  mutating func openCard() throws {
    while let time = retryAt, !Attention.isEnding, System.monotonicSeconds() < time {
      _ = try Waiting.wait(for: nil, pump, companion, deadline: time)
    }
    name = request.device ?? ""
    let header = request.deviceHeader
    let opened = try SoundCard(name, header)
    var input = ByteInput(descriptor: opened.output, name: name)
    card = consume opened
    input.pump = pump
    input.companion = companion
    input.patience.stallSeconds = request.stallSeconds
    try begin(input, header, .unknown)
  }

  /// Asks the sound card what it lost; ends it when the source ends.
  ///
  /// - Parameters:
  ///   - blocks: gets the loss.
  ///   - hasEnded: whether nothing more comes.
  /// - Returns: whether the card has gone and is to be tried again.
  mutating func askCard(_ blocks: inout SourceBlocks, hasEnded: Bool) -> Bool {
    guard card != nil else { return false }
    do {
      let lost = try card?.lostFrames() ?? 0
      if lost > 0 { blocks.lose(lost, isEstimated: true) }
      guard hasEnded else { return false }
      let isWanted = Attention.isEnding || lastFrame.map { blocks.position >= $0 } ?? false
      // Its pipe goes first: arecord would not hear of the end while it waits to write.
      pcm = nil
      let reason = card?.end(isWanted: isWanted)
      card = nil
      guard let reason else { return false }
      guard let seconds = request.retrySeconds else {
        fault = reason
        return false
      }
      Diagnostics.remark("\(reason); trying again in \(fixed(seconds, 1)) s")
      waiting = [name]
      retryAt = System.monotonicSeconds() + seconds
      return true
    } catch {
      fault = error
      return false
    }
  }
}
