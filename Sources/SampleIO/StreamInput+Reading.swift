/// How the next record is made or read.
extension StreamInput {
  /// Makes the next record of a source without records: a block, or its end.
  mutating func nextBlock(_ record: inout Record) throws {
    guard var blocks = blocks.take() else { return }
    let room = lastFrame.map { $0 - blocks.position } ?? .max
    let wanted = Int(min(Int64(request.blockFrames), room))
    var frames = 0
    do {
      if let decoder = pcm?.header.decoder {
        let got = unsafe try pcm?.read(frames: wanted) { bytes in
          unsafe blocks.fill(&record, decoding: bytes, decoder)
        }
        frames = got?.frames ?? 0
        fault = got?.fault
      } else {
        frames = try sound?.read(frames: wanted, &blocks, &record) ?? 0
      }
    } catch {
      fault = error
    }
    let hasCardGone = askCard(&blocks, hasEnded: frames == 0)
    // What a signal has cut is no fault of the input.
    if Attention.isEnding { fault = nil }
    pcm?.input.patience.note(in: &blocks.tally)
    pcm?.input.patience.note(in: &record.tally)
    if frames > 0, isFile, !request.scrub, let bad = record.firstNonFinite {
      fault = SampleError.nonFinite(
        input: name, frame: record.header.position + Int64(bad.frame), channel: bad.channel + 1)
      blocks.giveBack(frames: frames - bad.frame)
      frames = bad.frame
      if frames > 0 { record.cutPCM(frames: frames) }
    }
    guard frames > 0 else {
      let reason: RecordHeader.End = Attention.isEnding ? .interrupted : .endOfInput
      blocks.finish(&record, fault != nil || hasCardGone ? .error : reason)
      return
    }
    let count = record.scrub()
    replaced += count
    blocks.tally.nonFinite += count
    record.tally.nonFinite += count
    Attention.note(frames: blocks.position)
    self.blocks = blocks
  }

  /// Reads the next record that is wanted.
  ///
  /// - Returns: false at the end of this input.
  mutating func nextRecord(_ record: inout Record) throws -> Bool {
    while try records?.next(into: &record) ?? false {
      if !record.header.isUnread {
        try request.check(rate: record.header.rate, channels: record.header.channels, name)
      }
      markLive(&record)
      switch cut.decide(&record) {
      case .pass:
        break
      case .skip:
        continue
      case .beyond:
        throw SampleError.failed(
          "\(name): has \(record.header.position) frames; --start is behind them")
      case .finish:
        records?.endSource(&record, .endOfInput, at: cut.end)
        // A pipe may never end; a file is read on to its next source.
        if !isFile { records = nil }
        return true
      }
      try refuseOrScrub(&record)
      if record.header.isEnd { noteEnd(of: record) }
      Attention.note(
        frames: record.header.position, of: record.sourceFrames, rate: record.header.rate)
      return true
    }
    return false
  }

  /// A source that ended with an error is a failure of this chain; in a regular file, of another one.
  private func noteEnd(of record: borrowing Record) {
    if request.isWordy, pump == nil { Diagnostics.say(record.lossLine) }
    if record.header.end.isFailure, !isRegular { Diagnostics.noteFailure(status: 1) }
  }

  /// Live is a property of now: what comes from a regular file was live once.
  func markLive(_ record: inout Record) {
    if request.isLive { record.header.flags.insert(.live) }
    guard isRegular, record.header.flags.contains(.live) else { return }
    record.header.flags.remove(.live)
    record.header.flags.insert(.wasLive)
  }

  mutating func refuseOrScrub(_ record: inout Record) throws {
    guard let bad = record.firstNonFinite else { return }
    if isFile, !request.scrub {
      fault = SampleError.nonFinite(
        input: name, frame: record.header.position + Int64(bad.frame), channel: bad.channel + 1)
      records?.endSource(&record, .error, at: record.header.position)
      return
    }
    let count = record.scrub()
    // What was measured was measured of something else.
    record.dropMeasurements()
    replaced += count
    records?.count(nonFinite: count)
    record.tally.nonFinite += count
  }
}
