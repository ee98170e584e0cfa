import Glibc
import Synchronization

private let progressWanted = Atomic<Bool>(false)
private let sessionWanted = Atomic<Bool>(false)
private let reloadWanted = Atomic<Bool>(false)
private let progressFrames = Atomic<Int64>(0)
private let progressTotal = Atomic<Int64>(-1)
private let progressRate = Atomic<Double>(0)
private let progressBegan = Atomic<Double>(0)

/// What signals ask of a running tool: noted in a handler, answered between two blocks or
/// while the tool waits for its input.
public enum Attention {
  /// SIGUSR1 prints the progress.
  public static func watchForProgressRequests() {
    progressBegan.store(System.monotonicSeconds(), ordering: .relaxed)
    handle(SIGUSR1) { _ in progressWanted.store(true, ordering: .relaxed) }
  }

  /// SIGUSR2 begins a new session.
  public static func watchForSessionRequests() {
    handle(SIGUSR2) { _ in sessionWanted.store(true, ordering: .relaxed) }
  }

  /// Whether a new session was asked for since the last question.
  public static func takeSessionRequest() -> Bool {
    sessionWanted.exchange(false, ordering: .relaxed)
  }

  /// SIGHUP has the tool read its settings again.
  public static func watchForReloadRequests() {
    handle(SIGHUP) { _ in reloadWanted.store(true, ordering: .relaxed) }
  }

  /// Whether the settings are to be read again, since the last question.
  public static func takeReloadRequest() -> Bool {
    reloadWanted.exchange(false, ordering: .relaxed)
  }

  /// Where the work stands.
  ///
  /// - Parameters:
  ///   - frames: done so far.
  ///   - total: in all, or nil where nobody knows.
  ///   - rate: Hz.
  public static func note(frames: Int64, of total: Int64?, rate: Double) {
    progressFrames.store(frames, ordering: .relaxed)
    progressTotal.store(total ?? -1, ordering: .relaxed)
    progressRate.store(rate, ordering: .relaxed)
  }

  /// Where the work stands in the source under way.
  ///
  /// - Parameter frames: done so far.
  public static func note(frames: Int64) {
    progressFrames.store(frames, ordering: .relaxed)
  }

  /// Prints the progress if SIGUSR1 asked for it.
  public static func answer() {
    guard progressWanted.exchange(false, ordering: .relaxed) else { return }
    Diagnostics.say(progressLine())
  }

  /// Seconds since the work began.
  static var elapsedSeconds: Double {
    System.monotonicSeconds() - progressBegan.load(ordering: .relaxed)
  }

  /// Elapsed time, position of length, speed and time left, on one line.
  static func progressLine() -> String {
    let rate = progressRate.load(ordering: .relaxed)
    let total = progressTotal.load(ordering: .relaxed)
    let elapsed = elapsedSeconds
    let position = rate > 0 ? Double(progressFrames.load(ordering: .relaxed)) / rate : 0
    let speed = elapsed > 0 ? position / elapsed : 0
    var line = "\(clock(elapsed)) elapsed, at \(clock(position))"
    if total >= 0, rate > 0 { line += " of \(clock(Double(total) / rate))" }
    line += ", \(fixed(speed, 1)) x real time"
    if total >= 0, rate > 0, speed > 0 {
      line += ", \(clock((Double(total) / rate - position) / speed)) left"
    }
    return line
  }

  /// Installs a handler that interrupts waiting reads.
  private static func handle(_ signal: Int32, _ handler: @convention(c) @escaping (Int32) -> Void) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    _ = unsafe sigaction(signal, &action, nil)
  }

  /// Seconds as h:mm:ss.
  private static func clock(_ seconds: Double) -> String {
    let whole = Int(max(seconds, 0).rounded(.down))
    let pad = { (value: Int) in (value < 10 ? "0" : "") + String(value) }
    return "\(whole / 3600):\(pad(whole / 60 % 60)):\(pad(whole % 60))"
  }
}
