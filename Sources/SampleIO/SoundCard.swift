/// A sound card, read through arecord.
///
/// ALSA's own program knows every card, plug-in and rate; its messages are read here: an overrun
/// becomes lost frames, a rate that is not the one asked for an error.
struct SoundCard: ~Copyable {
  private var process: ChildProcess
  private let device: String
  private let rate: Double
  private var complaints: [String] = []

  /// - Parameters:
  ///   - device: ALSA's name, such as `default` or `hw:1`.
  ///   - header: rate, channels and format to ask for.
  /// - Throws: `failed` when arecord is missing.
  init(_ device: String, _ header: PCMHeader) throws(SampleError) {
    self.device = device
    rate = header.rate
    do throws(SampleError) {
      process = try ChildProcess([
        "arecord", "-t", "raw", "-D", device, "-f", header.decoder.alsaName,
        "-r", plain(header.rate), "-c", String(header.channels),
      ])
    } catch {
      throw .failed("\(device): \(Self.missing(error))")
    }
  }

  private static func missing(_ error: SampleError) -> SampleError {
    .failed("arecord cannot be started (\(error)); it is in the package alsa-utils")
  }

  /// What arecord records.
  var output: Int32 { process.output }

  /// Reads arecord's messages.
  ///
  /// - Returns: frames that it lost since the last question, estimated by its own clock.
  /// - Throws: `failed` when the card does not run at the rate asked for.
  mutating func lostFrames() throws(SampleError) -> Int64 {
    var lost: Int64 = 0
    for line in process.newErrorLines() {
      if let milliseconds = Self.overrun(line) {
        lost += Int64((milliseconds / 1000 * rate).rounded())
      } else if line.contains("rate is not accurate") {
        throw .failed("\(device): \(line.drop { $0 != "(" }); ask for a rate that the card has: -r")
      } else if !line.hasPrefix("Recording "), !line.allSatisfy({ $0 == " " }) {
        complaints.append(line)
      }
    }
    return lost
  }

  /// Milliseconds of "overrun!!! (at least 12.345 ms long)", nil for another line.
  private static func overrun(_ line: String) -> Double? {
    guard line.hasPrefix("overrun!!!"), let start = line.firstIndex(of: "(") else { return nil }
    return line[start...].split(separator: " ").lazy.compactMap { Double($0) }.first
  }

  /// Ends arecord.
  ///
  /// - Parameter isWanted: whether we end it; otherwise it has ended by itself.
  /// - Returns: why it ended, nil when we did it.
  mutating func end(isWanted: Bool) -> SampleError? {
    let status = process.end(isAsked: isWanted)
    _ = try? lostFrames()
    guard !isWanted else { return nil }
    return .failed("\(device): " + Self.reason(complaints, status))
  }

  /// What arecord's last words mean.
  private static func reason(_ lines: [String], _ status: Int32) -> String {
    let all = lines.joined(separator: "; ")
    if all.contains("Device or resource busy") { return "busy: another program records from it" }
    if all.contains("Permission denied") {
      return "no permission; your account may have to join the group audio"
    }
    if all.contains("No such file or directory") || all.contains("Unknown PCM") {
      return "there is no such sound card; sm-capture --list-devices shows what there is"
    }
    if all.contains("No such device") { return "the sound card has gone" }
    return lines.isEmpty ? "arecord ended with status \(status)" : "arecord says: \(all)"
  }

  /// Shows ALSA's list of names to record from.
  ///
  /// - Throws: `failed` when arecord is missing; `system` when the list cannot be written.
  static func list() throws(SampleError) {
    var process: ChildProcess
    do throws(SampleError) { process = try ChildProcess(["arecord", "-L"]) } catch {
      throw Self.missing(error)
    }
    var input = ByteInput(descriptor: process.output, name: "arecord")
    try input.copy(to: 1)
    _ = process.end(isAsked: false)
  }
}

extension StreamInput {
  /// Shows ALSA's names of sound cards.
  ///
  /// - Throws: `failed` when arecord is missing; `system` when the list cannot be written.
  public static func listDevices() throws { try SoundCard.list() }
}
