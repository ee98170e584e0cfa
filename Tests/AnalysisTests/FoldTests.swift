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

  @Test(arguments: ["", "0", "65", "-1", "middle", "Mean", "1.5"])
  func `other words are no fold`(name: String) {
    #expect(Fold(name: name) == nil)
  }
}
