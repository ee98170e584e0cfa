import Foundation

@testable import SoundFile

/// A folder for one test, removed with this value.
struct Scratch: ~Copyable {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "/sound-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Writes bytes under a name; returns the path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Runs a program to its end, quietly; false when it is missing or fails.
  func run(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/" + program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}

/// Reads a file to its end in blocks; the error, if one ended it.
func decode(_ file: inout SoundFile, block: Int = 1000) -> (
  samples: [Float], error: SoundFileError?
) {
  var all: [Float] = []
  var samples: [Float] = []
  do throws(SoundFileError) {
    while try file.read(into: &samples, frames: block) > 0 { all += samples }
  } catch {
    return (all, error)
  }
  return (all, nil)
}

/// The error of opening a path.
func refusal(_ path: String) -> SoundFileError? {
  do throws(SoundFileError) {
    _ = try SoundFile(reading: path)
  } catch {
    return error
  }
  return nil
}
