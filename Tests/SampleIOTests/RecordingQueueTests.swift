import Testing

@testable import SampleIO

@Suite struct RecordingQueueTests {
  @Test func `64 blocks wait, the next is one too many`() throws {
    let queue = try RecordingQueue()
    for index in 0..<64 { #expect(queue.put(.sound([Float(index)]), canWait: false) == .accepted) }
    #expect(queue.put(.sound([64]), canWait: false) == .full)
    for index in 0..<64 {
      guard case .sound(let samples) = queue.next(within: 0).block else {
        Issue.record("no block \(index)")
        return
      }
      #expect(samples == [Float(index)])
      // a place is free again at once
      #expect(queue.put(.silence(frames: 1), canWait: false) == .accepted)
    }
  }

  @Test func `what was accepted is delivered after the queue is closed, and then the end`() throws {
    let queue = try RecordingQueue()
    #expect(queue.put(.silence(frames: 7), canWait: true) == .accepted)
    queue.close()
    #expect(queue.put(.silence(frames: 8), canWait: true) == .closed)
    let first = queue.next(within: -1)
    guard case .silence(frames: 7) = first.block else {
      Issue.record("the block is lost")
      return
    }
    #expect(!first.isOver)
    #expect(queue.next(within: -1).isOver)
  }

  @Test func `closing frees a stream that waits for a place`() throws {
    let queue = try RecordingQueue()
    for _ in 0..<64 { _ = queue.put(.silence(frames: 1), canWait: true) }
    queue.close()
    #expect(queue.put(.silence(frames: 1), canWait: true) == .closed)
    #expect(queue.put(.silence(frames: 1), canWait: false) == .closed)
  }

  @Test func `nothing comes from an empty queue`() throws {
    let next = try RecordingQueue().next(within: 1)
    #expect(next.block == nil && !next.isOver)
  }
}
