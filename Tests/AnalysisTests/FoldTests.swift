import Analysis
import Testing

@Suite struct FoldTests {
  static func fold(_ name: String, _ block: [Float], channels: Int) -> [[Float]] {
    var signals: [[Float]] = []
    Fold(name: name)?.apply(
      block.span, frames: block.count / channels, channels: channels, into: &signals)
    return signals
  }

  @Test func `each word folds as it says`() {
    let block: [Float] = [1, 3, 5, 10, 30, 50]
    #expect(Self.fold("mean", block, channels: 3) == [[3, 30]])
    #expect(Self.fold("left", block, channels: 3) == [[1, 10]])
    #expect(Self.fold("right", block, channels: 3) == [[3, 30]])
    #expect(Self.fold("3", block, channels: 3) == [[5, 50]])
    #expect(Self.fold("side", block, channels: 3) == [[-1, -10]])
    #expect(Self.fold("each", block, channels: 3) == [[1, 10], [3, 30], [5, 50]])
    #expect(Self.fold("mean", block, channels: 2) == [[2, 7.5, 40]])
    #expect(Self.fold("side", block, channels: 2) == [[-1, -2.5, -10]])
    #expect(Self.fold("mean", block, channels: 1) == [block])
  }

  @Test func `opposite channels cancel in the mean and equal ones in the side`() {
    let block: [Float] = [0.3, -0.3, 0.1, -0.1]
    #expect(Self.fold("mean", block, channels: 2) == [[0, 0]])
    #expect(Self.fold("side", [0.3, 0.3, -0.7, -0.7], channels: 2) == [[0, 0]])
  }

  @Test func `each says which signals it makes, of how many channels`() {
    // code or number of the channel, and what went into it
    let wanted: [String: [[Int]]] = [
      "mean": [[65_535, 6]], "side": [[65_534, 2]], "left": [[1, 1]], "right": [[2, 1]],
      "5": [[5, 1]], "each": (1...6).map { [$0, 1] },
    ]
    for (name, signals) in wanted {
      let found = Fold(name: name)?.signals(of: 6).map { [Int($0.channel), Int($0.folded)] }
      #expect(found == signals, "\(name)")
    }
  }

  @Test func `the pair is the first two channels of any number`() {
    var pair: [[Float]] = []
    for channels in 2...6 {
      let block = (0..<2 * channels).map { Float($0) }
      Fold.pair(of: block.span, frames: 2, channels: channels, into: &pair)
      #expect(pair == [[0, Float(channels)], [1, Float(channels + 1)]])
    }
    Fold.pair(of: [1, 2].span, frames: 2, channels: 1, into: &pair)
    #expect(pair.isEmpty)
  }

  @Test(arguments: ["", "0", "65", "-1", "middle", "Mean", "1.5"])
  func `other words are no fold`(name: String) {
    #expect(Fold(name: name) == nil)
  }
}
