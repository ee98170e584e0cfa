public import SampleIO

/// What a source is, and where it stands.
public struct SourceState: Equatable, Sendable {
  public var name = ""
  public var rate = 48_000.0
  public var channels = 0
  /// The first frame that was heard: not 0 where a piece was cut out.
  public var start: Int64 = 0
  /// The frame behind the last one that was heard.
  public var position: Int64 = 0
  public var isLive = false
  public var isGap = false
  public var hasEnded = false
  public var lost: Int64 = 0
  /// Samples that were no finite numbers and became zero.
  public var replaced: Int64 = 0
  /// Stage and what it lost, gaps, stalls.
  public var losses: [String] = []

  public var seconds: Double { Double(position) / rate }
  public var startSeconds: Double { Double(start) / rate }
  /// How much was heard, with what was lost on the way, s.
  public var heardSeconds: Double { max(seconds - startSeconds, 0) }
}

/// The levels of a channel, dBFS.
public struct ChannelReading: Equatable, Sendable {
  public var rms = Double.nan
  public var fast = Double.nan
  public var slow = Double.nan
  public var peak = Double.nan
  public var held = Double.nan
  public var truePeak = Double.nan
  public var truePeakMax = Double.nan
  public var clips = 0.0
  public var isClipped = false
  public var meanSquare = Double.nan
}

/// LOUD, as far as it is shown.
public struct LoudnessReading: Equatable, Sendable {
  public var momentary = Double.nan
  public var shortTerm = Double.nan
  public var integrated = Double.nan
  public var range = Double.nan
  public var isProvisional = false
  public var momentaryMax = Double.nan
  public var shortTermMax = Double.nan
  public var truePeakMax = Double.nan
  public var psr = Double.nan
  public var plr = Double.nan
  public var crest = Double.nan
  public var target = Double.nan
  public var delta = Double.nan
}

/// A component of a spectrum.
public struct ComponentReading: Equatable, Sendable {
  public var frequency: Double
  public var level: Double
  public var note: String
  public var cents: Double
  public var harmonic: Double
}

/// SPEC, as far as it is shown.
public struct SpectrumReading: Equatable, Sendable {
  public var cells = FrequencyCells.none
  public var bands: [Float] = []
  public var held: [Float] = []
  public var bands24: [Float] = []
  public var bins: [Float] = []
  public var low = Double.nan
  public var high = Double.nan
  public var length = Double.nan
  public var resolution = Double.nan
  public var isDensity = false
  /// Of the levels.
  var unit: String { isDensity ? "dBFS/√Hz" : "dBFS" }
  public var isGap = false
  var signal: Signal?
  public var components: [ComponentReading] = []
  public var centroid = Double.nan
  public var bandwidth = Double.nan
  public var rolloff = Double.nan
  public var flatness = Double.nan
  public var dominant = Double.nan
  public var note = ""
  public var cents = Double.nan
}

/// SCOP, as far as it is shown.
public struct ScopeReading: Equatable, Sendable {
  var signal: Signal?
  public var trigger = Double.nan
  public var framesPerBin = Double.nan
  public var isGap = false
  public var low: [Float] = []
  public var high: [Float] = []
  public var zeroCrossings = Double.nan
  public var correlation = Double.nan
  public var balance = Double.nan
  public var dc = Double.nan
  /// The first two channels of the block, where the records hold sound and they are wanted.
  public var pair: [(Float, Float)] = []

  /// How far the trace goes from zero, of full scale; nil where there is none yet.
  var peak: Float? {
    zip(low, high).lazy.flatMap { [-$0.0, $0.1] }.filter { !$0.isNaN }.max()
  }

  public static func == (one: ScopeReading, other: ScopeReading) -> Bool {
    one.low == other.low && one.high == other.high && one.trigger == other.trigger
  }
}

/// Everything that the newest record says, as far as the views show it.
public struct Reading: Equatable, Sendable {
  public var source = SourceState()
  public var channels: [ChannelReading] = []
  public var weighted: (fast: Double, slow: Double, equivalent: Double) = (.nan, .nan, .nan)
  public var loudness: LoudnessReading?
  public var spectrum: SpectrumReading?
  public var tempo: (bpm: Double, regularity: Double)?
  public var scope: ScopeReading?
  /// Per channel: frequency, gain, phase.
  public var response: [[ResponsePoint]] = []

  public init() {}

  public static func == (one: Reading, other: Reading) -> Bool {
    one.source == other.source && one.channels == other.channels
      && one.loudness == other.loudness && one.spectrum == other.spectrum
      && one.scope == other.scope
  }
}
