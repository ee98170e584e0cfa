import DSP
import SampleIO

/// The stream as the transmitter's file, put in the place of the one that is there.
struct PicoFoxView: View {
  static let options =
    EditRequest.options + [
      Option(
        "profile", nil, "NAME", "picofox, preview: picofox (5000 Hz, default) or picofox-8k",
        .words(DeviceProfile.allCases.map(\.rawValue))),
      Option("expect", nil, "FILE|SHA256", "picofox: replace only what is this"),
      Option("check-device", nil, "DIR", "picofox: say whether DIR is a transmitter, and exit"),
      Option("default", nil, nil, "picofox: write a message of Morse code, 28.8 s"),
      Option("yes", nil, nil, "picofox: --default may replace a file"),
    ]

  private let profile: DeviceProfile
  private let request: EditRequest
  private let destination: DeviceFile
  private var clip = SoundClip()

  init(_ arguments: Arguments) throws {
    profile = try DeviceProfile(arguments)
    request = try EditRequest(arguments)
    if arguments.has("yes") { throw UsageError("--yes goes with --default") }
    destination = try DeviceFile(arguments)
  }

  mutating func add(_ record: borrowing Record) throws { try clip.add(record) }

  mutating func finish() throws {
    try clip.checkWhole()
    try destination.write(profile.file(try clip.deviceSamples(request, profile)))
  }

  /// Does what needs no sound, if that is asked for.
  ///
  /// - Returns: whether it was.
  static func runAlone(_ arguments: Arguments) throws -> Bool {
    if let folder = arguments.text("check-device") {
      var check = try DeviceCheck(folder)
      try check.run()
      return true
    }
    guard arguments.has("default") else { return false }
    let profile = try DeviceProfile(arguments)
    guard try EditRequest(arguments).isEmpty else {
      throw UsageError("--default is what it is; leave out trim, gain and fades")
    }
    let destination = try DeviceFile(arguments)
    guard !destination.replaces || arguments.has("yes") else {
      throw UsageError(
        "\(arguments.text("output") ?? ""): is there already; --default --yes replaces it, and keeps a copy"
      )
    }
    try destination.write(profile.file(DeviceMessage.samples(rate: profile.rate)))
    return true
  }
}
