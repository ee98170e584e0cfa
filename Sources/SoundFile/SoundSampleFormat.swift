/// What the samples of a file are before they become Float32.
public enum SoundSampleFormat: String, Sendable {
  /// Integers, signed and unsigned, by their bits; floating point by its bits.
  case s8, u8, s16, s24, s32, f32, f64
  /// ITU-T G.711.
  case ulaw, alaw
  /// Adaptive differences: IMA, Microsoft, Dialogic, G.721, G.723, NMS.
  case adpcm
  /// Lossy codecs; `mp3` is MPEG audio of any layer.
  case vorbis, opus, mp3
  /// Apple's lossless codec.
  case alac
  /// GSM 6.10, DWVW, DPCM and whatever libsndfile learns later.
  case other
}
