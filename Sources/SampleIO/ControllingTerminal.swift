import Glibc

/// The terminal that a chain runs on, beside its standard streams: keys come from it, pictures go to it.
///
/// Only one process of a chain has it at a time. Once it is entered, keys arrive one by one and unseen; Ctrl-C
/// still interrupts. The alternate screen is used, and everything is put back when this goes.
@safe public struct ControllingTerminal: ~Copyable {
  /// For `poll`.
  public let descriptor: Int32
  private let lock: Int32
  private let before: termios
  private var guardian: TerminalGuard?
  /// Whether the screen is ours.
  public private(set) var isEntered = false
  /// Wipes the screen first: a terminal that has grown meanwhile, or knows one screen only, would keep parts.
  private static let leaving = "\u{1B}[0m\u{1B}[H\u{1B}[J\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// - Throws: `failed` without a terminal, where another process has it, or in the background.
  public init() throws(SampleError) {
    guard SmallFile.environment("TERM") ?? "dumb" != "dumb" else {
      throw .failed("this terminal cannot be drawn on (TERM)")
    }
    let opened = unsafe open("/dev/tty", O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard opened >= 0 else { throw .failed("there is no terminal to draw on") }
    var settings = termios()
    guard tcgetpgrp(opened) == getpgrp(), unsafe tcgetattr(opened, &settings) == 0 else {
      close(opened)
      throw .failed("the terminal belongs to the foreground, and this runs in the background")
    }
    let locked: Int32
    do throws(SampleError) {
      locked = try Self.takeLock(opened)
    } catch {
      close(opened)
      throw error
    }
    descriptor = opened
    lock = locked
    before = settings
    guardian = nil
    // A reader that goes is an error of a write, so that the terminal is put back first.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Takes the screen.
  ///
  /// Not before there is something to show: what other processes say until then would be lost.
  public mutating func enter() {
    guard !isEntered else { return }
    isEntered = true
    var settings = before
    guardian = TerminalGuard(descriptor, settings, writing: Self.leaving)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    settings.c_cc.5 = 0  // VTIME
    settings.c_cc.6 = 0  // VMIN: a read never waits
    settings.c_cc.10 = 0  // VSUSP: a stopped chain would leave the screen as it is
    unsafe tcsetattr(descriptor, TCSADRAIN, &settings)
    // Without wrapping, what other programs write does not push the picture away.
    write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[2J")
  }

  deinit {
    defer {
      close(descriptor)
      close(lock)
    }
    guard isEntered else { return }
    // What somebody does not read any more is not waited for.
    tcflush(descriptor, TCOFLUSH)
    var settings = before
    let text = Array(Self.leaving.utf8)
    unsafe text.withUnsafeBytes { _ = unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    unsafe tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Opens the device itself, since /dev/tty is one file for all terminals; nil where it is none.
  private static func openDevice(_ terminal: Int32) -> Int32? {
    var device: UInt32 = 0
    let getDevice: UInt = 0x8004_5432  // TIOCGDEV
    guard unsafe ioctl(terminal, getDevice, &device) == 0, device >> 8 & 0xFFF == 136 else {
      return nil
    }
    let number = device & 0xFF | device >> 12 & 0xFFF00
    let opened = unsafe open("/dev/pts/\(number)", O_RDWR | O_CLOEXEC | O_NOCTTY)
    return opened >= 0 ? opened : nil
  }

  /// Whether another process draws on the terminal that standard error is.
  ///
  /// Not for the process that holds the lock: closing the device would let go of it.
  static var isTaken: Bool {
    guard let opened = openDevice(2) else { return false }
    defer { close(opened) }
    var wish = flock()
    wish.l_type = Int16(F_WRLCK)
    return unsafe fcntl(opened, F_GETLK, &wish) == 0 && wish.l_type != Int16(F_UNLCK)
  }

  /// Locks the device.
  private static func takeLock(_ terminal: Int32) throws(SampleError) -> Int32 {
    guard let opened = openDevice(terminal) else { return dup(terminal) }
    var wish = flock()
    wish.l_type = Int16(F_WRLCK)
    if unsafe fcntl(opened, F_SETLK, &wish) == 0 { return opened }
    wish.l_type = Int16(F_WRLCK)
    _ = unsafe fcntl(opened, F_GETLK, &wish)
    close(opened)
    let name = (try? SmallFile.read("/proc/\(wish.l_pid)/comm")).map {
      String(decoding: $0.dropLast(), as: UTF8.self)
    }
    throw .failed("the terminal is in use by \(name ?? "another process") (process \(wish.l_pid))")
  }

  /// Columns and rows.
  public var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The keys that were pressed since the last question.
  ///
  /// - Returns: their bytes, none before it is entered; nil when the terminal has gone.
  public func keys() -> [UInt8]? {
    guard isEntered else { return [] }
    var bytes = Array(repeating: UInt8(0), count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe read(descriptor, $0.baseAddress, $0.count)
    }
    if count < 0, errno != EAGAIN, errno != EINTR { return nil }
    return Array(bytes[..<max(count, 0)])
  }

  /// Writes text, as much as the terminal takes now.
  ///
  /// - Parameter text: with its escape sequences.
  /// - Returns: whether all of it was taken.
  @discardableResult
  public func write(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Writes bytes, as many as the terminal takes now.
  ///
  /// - Parameter bytes: what is left of a picture.
  /// - Returns: how many were taken.
  public func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
    max(
      unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }, 0)
  }

  /// Whether text may hold more than ASCII: by the codeset of the locale, or by its name where the
  /// system does not have that locale.
  public static var speaksUTF8: Bool {
    if unsafe setlocale(LC_CTYPE, "") != nil {
      return unsafe String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8"
    }
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { SmallFile.environment($0) }
    let locale = (names.first ?? "").lowercased()
    return locale.contains("utf-8") || locale.contains("utf8")
  }

  /// Whether a descriptor is a terminal.
  public static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Whether colours are wanted: https://no-color.org.
  public static var hasColor: Bool {
    let name = SmallFile.environment("TERM") ?? ""
    return SmallFile.environment("NO_COLOR") == nil && !name.hasPrefix("vt")
  }

  /// How long a silent input may keep a picture from being shown, s.
  public static let patience = 0.5

  /// Seconds of a clock that only goes forward.
  public static var seconds: Double { System.monotonicSeconds() }
}

/// Something that a tool looks after besides its streams, while it waits for its input.
///
/// A class, since the input and the tool share it.
public protocol Companion: AnyObject {
  /// Polled for reading; nil when there is nothing any more.
  var descriptor: Int32? { get }
  /// When it wants to be called although there is nothing to read, on the clock of
  /// `ControllingTerminal.seconds`; nil for never.
  var deadline: Double? { get }
  /// Whether it waits until its descriptor takes more.
  var isWriting: Bool { get }
  /// Called when there is something to read, when more is taken, or when its time has come.
  func attend()
}

extension Companion {
  public var deadline: Double? { nil }
  public var isWriting: Bool { false }
}
