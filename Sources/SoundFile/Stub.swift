public enum SoundSampleFormat: Sendable { case other; public var code: UInt32 { 0 } }
public enum SoundFileError: Error { case x }
@safe public struct SoundFile: ~Copyable {
  public let rate = 1.0
  public let channels = 1
  public let frames: Int64? = nil
  public let byteCount: Int64? = nil
  public let sampleFormat = SoundSampleFormat.other
  public let channelMask: UInt32 = 0
  public init(reading path: String) throws(SoundFileError) { }
  public mutating func read(into samples: inout [Float], frames: Int) throws(SoundFileError) -> Int { 0 }
  public mutating func seek(toFrame: Int64) throws(SoundFileError) { }
}
