public import DSP

/// What a spectrum meter is told besides the rate.
public struct SpectrumSettings: Sendable, Equatable {
  /// Samples that are looked at, an even number.
  public var length = 2048
  /// How many times as long the transform is, by zeros: its bins lie closer and tell nothing more.
  public var padding = 1
  public var window = Window.hann
  /// Hz, where the bands begin and end.
  public var low = 45.0
  public var high = 16_000.0
  public var bandCount = 64
  /// Whether bands show dBFS/√Hz.
  public var density = false
  /// Whether all bins are wanted.
  public var bins = false
  /// Frames between two spectra; nil for one a record.
  public var hop: Int?
  /// Seconds that a held band stands still, and dB a second that it falls after that.
  public var holdSeconds = 1.5
  public var decayDBPerSecond = 20.0
  /// Hz of the note A4.
  public var a4 = 440.0
  /// Whether FFTW tries which plan is fastest.
  public var measured = false

  public init() {}

  /// Samples of a transform, zeros included.
  public var transformLength: Int { length * padding }

  /// Bins from 0 Hz to half the rate.
  public var binCount: Int { transformLength / 2 + 1 }
}
