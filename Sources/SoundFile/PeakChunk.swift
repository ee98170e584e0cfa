/// The chunk 'PEAK' that libsndfile puts into WAV and AIFF files of floats.
///
/// It holds the time of day, and the same sound shall give the same bytes; without the chunk
/// libsndfile 1.2.0 writes damaged AIFF files.
enum PeakChunk {
  /// Makes the time 0.
  static func tidy(_ descriptor: Int32, bigEndian: Bool) {
    let file = SoundDescriptor(descriptor)
    if let place = file.chunk("PEAK", bigEndian: bigEndian) {
      file.put([0, 0, 0, 0], at: place + 12)
    }
  }
}
