import Testing

@testable import SampleIO

@Suite struct NearestTests {
  private static let windows = ["hann", "hamming", "blackman-harris", "flattop", "rectangular"]

  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "abc", 3), ("abc", "abd", 1),
    ("abc", "acb", 1), ("abc", "ab", 1), ("abc", "xabc", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3), ("widnow", "window", 1),
  ]) func `slips are counted as Damerau counts them`(one: String, other: String, slips: Int) {
    #expect(Nearest.slips(one, other) == slips)
    #expect(Nearest.slips(other, one) == slips)
  }

  @Test(arguments: [
    ("han", "hann"), ("HANN", "hann"), ("hamm", "hamming"), ("hanming", "hamming"),
    ("flatop", "flattop"), ("flt-top", "flattop"), ("blackman", "blackman-harris"),
    ("rectangel", "rectangular"),
  ]) func `the word that was meant is found`(typed: String, meant: String) {
    #expect(Nearest.word(to: typed, among: Self.windows) == meant)
  }

  @Test(arguments: ["", "h", "x", "kaiser", "triangle", "blackman4"])
  func `what is far from all of them is no slip`(typed: String) {
    #expect(Nearest.word(to: typed, among: Self.windows) == nil)
  }

  @Test func `a number is never taken for another`() {
    #expect(Nearest.word(to: "12", among: ["16", "24", "32"]) == nil)
    #expect(Nearest.word(to: "5.2", among: ["5.1", "5.0"]) == nil)
    #expect(Nearest.word(to: "picofox8k", among: ["picofox", "picofox-8k"]) == "picofox-8k")
  }

  @Test func `the message asks, or says what there is`() {
    #expect(
      UsageError("--window: ", unknown: "han", of: Self.windows).description
        == "--window: 'han' is unknown; did you mean hann?")
    #expect(
      UsageError(unknown: "x", of: ["a", "b"], more: " or a number").description
        == "'x' is unknown; one of a, b or a number")
  }
}

@Suite struct OptionTests {
  @Test func `the name of a value says what it may be`() {
    #expect(Option("a", nil, "FILE", "").expected == .file)
    #expect(Option("a", nil, "FILE|SHA256", "").expected == .file)
    #expect(Option("a", nil, "DIR", "").expected == .folder)
    #expect(Option("a", nil, "9|18", "").expected == .words(["9", "18"]))
    #expect(Option("a", nil, "NAME|LIST", "").expected == .anything)
    #expect(Option("a", nil, "HZ", "").expected == .anything)
    #expect(Option("a", nil, nil, "").expected == .anything)
  }
}
