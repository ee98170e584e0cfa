/// What is known of a folder that may be a device's volume.
public struct VolumeReport: Sendable {
  /// "FAT", or what else it is.
  public let fileSystem: String
  public let isFAT: Bool
  /// Bytes that can be written; nil unknown.
  public let freeBytes: Int64?
  /// What stands in it, without hidden files.
  public let names: [String]

  /// - Parameter folder: a directory.
  /// - Throws: `failed` for what is none.
  public init(_ folder: String) throws(SampleError) {
    guard System.isDirectory(folder) else {
      throw .failed("\(folder): no directory; is the transmitter plugged in and mounted?")
    }
    isFAT = System.isFAT(folder)
    fileSystem = isFAT ? "FAT" : System.fileSystem(folder) ?? "unknown file system"
    freeBytes = System.freeBytes(folder)
    self.names = SmallFile.names(in: folder)
  }
}
