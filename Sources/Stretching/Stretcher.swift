import CRubberBand

/// Changes time and pitch of a signal, a block at a time, by Rubber Band's realtime engine.
///
/// The output is aligned with the input: the engine's delay is taken off the beginning, and
/// `finish` gives what is still held back, to the exact length. The engine is fed in pieces of 512
/// frames counted from the beginning, so how the input is cut into blocks changes no sample. What
/// is no finite number in the input comes to no good end.
@safe public struct Stretcher: ~Copyable {
  /// The library's name and version, such as "rubberband-3.1.2".
  public static var version: String { "rubberband-" + RUBBERBAND_VERSION }

  public let settings: StretchSettings
  public let channels: Int
  /// Frames put in.
  public private(set) var framesIn: Int64 = 0
  /// Frames that came out.
  public private(set) var framesOut: Int64 = 0

  private let handle: RubberBandHandle
  /// The piece under way, and how many samples of it are there.
  private var piece: [Float]
  private var filled = 0
  /// Frames of silence that the engine wants before the sound, and of its delay that are still to
  /// come out.
  private var pad: Int
  private var skip: Int

  /// A stretcher at the beginning of a signal.
  ///
  /// - Parameters:
  ///   - settings: what it does.
  ///   - rate: Hz; below 8,000 and above 192,000 the engine works as at these.
  ///   - channels: of a frame, 1 or more; two are kept together as one picture.
  public init(_ settings: StretchSettings, rate: Double, channels: Int) {
    precondition(rate > 0 && channels > 0)
    self.settings = settings
    self.channels = channels
    handle = RubberBandHandle(settings, rate: rate, channels: channels)
    pad = handle.startPad
    skip = handle.startDelay
    piece = Array(repeating: 0, count: RubberBandHandle.piece * channels)
  }

  deinit { handle.destroy() }

  /// Rubber Band's engine: 3, or 2 where it is the fast one.
  public var engine: Int { handle.engine }

  /// Puts frames in and takes out what is ready.
  ///
  /// - Parameters:
  ///   - input: at least frames × channels samples, interleaved.
  ///   - frames: how many to put in.
  ///   - output: gets whole frames at its end.
  public mutating func process(_ input: [Float], frames: Int, into output: inout [Float]) {
    let count = frames * channels
    precondition(input.count >= count)
    framesIn += Int64(frames)
    if pad > 0 { begin(&output) }
    var taken = 0
    while taken < count {
      let part = min(count - taken, piece.count - filled)
      for index in 0..<part { piece[filled &+ index] = input[taken &+ index] }
      filled += part
      taken += part
      if filled == piece.count { turn(&output, most: .max) }
    }
  }

  /// Takes out what is still held back: after this nothing is put in.
  ///
  /// - Parameters:
  ///   - output: gets whole frames at its end, so that round(frames put in / tempo) have come out.
  ///   - most: frames in all that there is room for, nil without end.
  public mutating func finish(into output: inout [Float], most: Int64? = nil) {
    let length = min(settings.frames(framesIn), most ?? .max)
    while framesOut < length {
      for index in filled..<piece.count { piece[index] = 0 }
      turn(&output, most: length)
    }
  }

  /// Feeds the silence that stands before the sound.
  private mutating func begin(_ output: inout [Float]) {
    while pad >= RubberBandHandle.piece {
      pad -= RubberBandHandle.piece
      turn(&output, most: .max)
    }
    filled = pad * channels
    pad = 0
  }

  /// Feeds the piece and takes out what is ready, up to a length of all.
  private mutating func turn(_ output: inout [Float], most: Int64) {
    handle.feed(piece)
    filled = 0
    while true {
      let before = output.count
      guard handle.take(into: &output, skip: &skip) > 0 else { return }
      framesOut += Int64((output.count - before) / channels)
      if framesOut > most {
        output.removeLast(Int(framesOut - most) * channels)
        framesOut = most
      }
    }
  }
}
