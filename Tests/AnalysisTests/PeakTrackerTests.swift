import Testing

@testable import Analysis

/// How the maxima of successive spectra become components with a past.
@Suite struct PeakTrackerTests {
  static let resolution = 48_000 / 2048.0

  /// A tracker and its clock: a spectrum every 10 ms.
  struct Follower {
    private var tracker = PeakTracker(rate: 48_000, length: 2048)
    private var frame = 0

    /// Gives it the same tones in so many spectra.
    mutating func hear(_ tones: [(frequency: Double, level: Double)], times: Int = 1) {
      let peaks = tones.sorted { $0.level > $1.level }.map {
        SpectrumPeak(
          frequency: $0.frequency, level: $0.level, bin: Int($0.frequency / resolution),
          isTonal: true)
      }
      for _ in 0..<times {
        frame += 480
        tracker.update(peaks, at: frame)
      }
    }

    /// Hz, by rank.
    var ranks: [Double] {
      var components: [SpectrumComponent] = []
      tracker.copyComponents(a4: 440, into: &components)
      return components.map(\.frequency)
    }

    var dominant: Double? { tracker.dominant }
  }

  @Test(arguments: [(-14.2, 1000.0), (-13.8, 3000)])
  func `two change places at once where their levels differ by more than 6 dB`(
    level: Double, first: Double
  ) {
    var follower = Follower()
    follower.hear([(1000, -20), (3000, -20.5)], times: 100)
    follower.hear([(1000, -20), (3000, level)])
    #expect(follower.ranks.first == first)
  }

  @Test func `two change places when levels smoothed over 0.3 s differ by more than 1 dB`() {
    var follower = Follower()
    follower.hear([(1000, -20), (3000, -20.5)], times: 100)
    // of a step of 2.5 dB so much is left that 1 dB is passed: 2.5 exp(−t / 0.3 s) < 1
    var steps = 0
    while follower.ranks.first == 1000, steps < 1000 {
      follower.hear([(1000, -20), (3000, -18)])
      steps += 1
    }
    #expect(steps == 28)
  }

  @Test(arguments: [(1, 1000.0), (24, 1000), (28, 3000)])
  func `what is missing is remembered for 0.25 s`(times: Int, first: Double) {
    var follower = Follower()
    follower.hear([(1000, -10), (3000, -20)], times: 100)
    follower.hear([(3000, -20)], times: times)
    #expect(follower.ranks == [3000])
    // back and fainter: its past alone keeps it in front
    follower.hear([(1000, -24), (3000, -20)])
    #expect(follower.ranks.first == first)
  }

  @Test(arguments: [(1, 3000.0), (2, 1000)])
  func `what was seen only once is forgotten at once`(times: Int, first: Double) {
    var follower = Follower()
    follower.hear([(3000, -20)], times: 100)
    follower.hear([(1000, -10), (3000, -20)], times: times)
    follower.hear([(3000, -20)])
    follower.hear([(1000, -24), (3000, -20)])
    #expect(follower.ranks.first == first)
  }

  @Test func `a tone is dominant while it stays within half a bin of its mean`() {
    for direction in [-1.0, 1] {
      var follower = Follower()
      follower.hear([(1000, -20)], times: 20)
      #expect(follower.dominant == nil)
      follower.hear([(1000, -20)], times: 80)
      #expect(follower.dominant == 1000)
      let near = 1000 + direction * 0.45 * PeakTrackerTests.resolution
      var other = follower
      other.hear([(near, -20)])
      #expect(other.dominant == near)
      // beyond it has to stay for 0.2 s anew
      let far = 1000 + direction * 0.55 * PeakTrackerTests.resolution
      follower.hear([(far, -20)], times: 20)
      #expect(follower.dominant == nil)
      follower.hear([(far, -20)])
      #expect(follower.dominant == far)
    }
  }
}
