extension Layout {
  /// SPEC: one spectrum of one signal.
  public static let spectrum = Layout(
    Field("channel", .uint32),
    Field("channels_folded", .int64),
    Field("window", .code(["hann", "hamming", "blackman-harris", "flattop", "rectangular"])),
    Field("fft_length", .int64),
    Field("resolution", .float32(.rate)),
    Field("enbw", .float32(.other)),
    Field("low", .float32(.frequency)),
    Field("high", .float32(.frequency)),
    Field("flags", .flags(["density", "gap"])),
    Field("position", .int64),
    Field("band_count", .int64),
    Field("bands", .list(.level, .field("band_count"))),
    Field("held_bands", .list(.level, .field("band_count"))),
    Field("bands24", .list(.level, .fixed(24))),
    Field("components", .slots(6, component)),
    Field("centroid", .float32(.frequency)),
    Field("bandwidth", .float32(.frequency)),
    Field("rolloff85", .float32(.frequency)),
    Field("flatness", .float32(.other)),
    Field("dominant", .float32(.frequency)),
    Field("note", .code(noteWords)),
    Field("cents", .float32(.other)),
    Field("bin_count", .int64),
    Field("bins", .list(.level, .field("bin_count"))))

  /// A slot of `components`.
  static let component = Layout(
    Field("frequency", .float32(.frequency)),
    Field("level", .float32(.level)),
    Field("period", .float32(.other)),
    Field("note", .code(noteWords)),
    Field("cents", .float32(.other)),
    Field("harmonic", .int64),
    Field("fundamental", .float32(.frequency)))

  /// Notes by their number in MIDI, 0 to 191: 69 is A4.
  static let noteWords = (0..<192).map { number in
    ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"][number % 12]
      + String(number / 12 - 1)
  }

  /// BEAT.
  public static let beat = Layout(
    Field("bpm", .float32(.other)),
    Field("regularity", .float32(.other)))

  /// SCOP: what an oscilloscope would draw of one signal.
  public static let scope = Layout(
    Field("channel", .uint32),
    Field("channels_folded", .int64),
    Field("trigger", .float64(.frame)),
    Field("frames_per_bin", .float64(.other)),
    Field("flags", .flags(["gap"])),
    Field("bin_count", .int64),
    Field("min", .list(.other, .field("bin_count"))),
    Field("max", .list(.other, .field("bin_count"))),
    Field("mean", .list(.other, .field("bin_count"))),
    Field("zero_crossing_rate", .float32(.other)),
    Field("correlation", .float32(.other)),
    Field("balance", .float32(.other)),
    Field("dc", .float32(.other)))
}
