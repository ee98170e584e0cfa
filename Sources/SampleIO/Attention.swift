import Glibc
import Synchronization

private let progressWanted = Atomic<Bool>(false)
private let sessionWanted = Atomic<Bool>(false)
private let reloadWanted = Atomic<Bool>(false)
private let progressFrames = Atomic<Int64>(0)
private let progressTotal = Atomic<Int64>(-1)
private let progressRate = Atomic<Double>(0)
private let progressBegan = Atomic<Double>(0)
private let sourceBegan = Atomic<Double>(0)
private let sourceFirst = Atomic<Int64>(0)
private let endingSignal = Atomic<Int32>(0)
private let endingSince = Atomic<Double>(0)
private let childProcess = Atomic<Int32>(0)
private let guardPipe = Atomic<Int32>(-1)
private let guardProcess = Atomic<Int32>(0)

/// What signals ask of a running tool: noted in a handler, answered between two blocks or
/// while the tool waits for its input.
public enum Attention {
  /// SIGUSR1 prints the progress.
  public static func watchForProgressRequests() {
    progressBegan.store(System.monotonicSeconds(), ordering: .relaxed)
    handle(SIGUSR1) { _ in
      progressWanted.store(true, ordering: .relaxed)
      Bell.ring()
    }
  }

  /// SIGUSR2 begins a new session.
  public static func watchForSessionRequests() {
    handle(SIGUSR2) { _ in
      sessionWanted.store(true, ordering: .relaxed)
      Bell.ring()
    }
  }

  /// Whether a new session was asked for since the last question.
  public static func takeSessionRequest() -> Bool {
    sessionWanted.exchange(false, ordering: .relaxed)
  }

  /// SIGHUP has the tool read its settings again, and no longer ends it; to be called when the input is there.
  public static func watchForReloadRequests() {
    handle(SIGHUP) { _ in
      reloadWanted.store(true, ordering: .relaxed)
      Bell.ring()
    }
  }

  /// Whether the settings are to be read again, since the last question.
  public static func takeReloadRequest() -> Bool {
    reloadWanted.exchange(false, ordering: .relaxed)
  }

  /// A reader that goes, and a file that may not grow, are errors of a write and no end.
  public static func ignoreFailingWrites() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// SIGINT, SIGTERM and SIGHUP end the tool tidily; a second one ends it at once.
  ///
  /// A signal that the parent ignores stays ignored, as `nohup` and shells want it.
  static func watchForEnding() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      handle(number) { number in
        let now = System.monotonicSeconds()
        guard endingSignal.load(ordering: .relaxed) != 0 else {
          endingSince.store(now, ordering: .relaxed)
          endingSignal.store(number, ordering: .relaxed)
          return Bell.ring()
        }
        // timeout(1) sends its signal to the process and to its group: that is one wish.
        guard now - endingSince.load(ordering: .relaxed) > 0.1 else { return }
        let child = childProcess.load(ordering: .relaxed)
        if child > 0 { kill(child, SIGTERM) }
        signal(number, SIG_DFL)
        Attention.letGuardTidyUp()
        raise(number)
      }
    }
  }

  /// A terminal that changes its size interrupts waiting.
  public static func watchForResizes() { handle(SIGWINCH) { _ in Bell.ring() } }

  /// Ends the tool as SIGTERM would: somebody has pressed the key for it.
  public static func end() {
    guard endingSignal.load(ordering: .relaxed) == 0 else { return }
    endingSince.store(System.monotonicSeconds(), ordering: .relaxed)
    endingSignal.store(SIGTERM, ordering: .relaxed)
  }

  /// A process that must not outlive this one, 0 for none.
  static func watch(child: pid_t) { childProcess.store(child, ordering: .relaxed) }

  /// A process that puts the terminal back when the pipe to it closes; -1 and 0 for none.
  static func watch(guardBehind pipe: Int32, _ process: pid_t) {
    guardPipe.store(pipe, ordering: .relaxed)
    guardProcess.store(process, ordering: .relaxed)
  }

  /// Has the terminal put back, before the shell writes on it: at most half a second, in a handler.
  private static func letGuardTidyUp() {
    let process = guardProcess.exchange(0, ordering: .relaxed)
    guard process > 0 else { return }
    close(guardPipe.load(ordering: .relaxed))
    for _ in 0..<100 {
      guard waitpid(process, nil, WNOHANG) == 0 else { return }
      poll(nil, 0, 5)
    }
  }

  /// The signal of Ctrl-C.
  static let interrupt = SIGINT

  /// The signal that wants the tool to end, 0 for none.
  static var ending: Int32 { endingSignal.load(ordering: .relaxed) }

  /// Whether a signal wants the tool to end.
  public static var isEnding: Bool { ending != 0 }

  /// The tool has done its whole work in spite of the signal: its status is 0.
  public static func forgiveEnding() { endingSignal.store(0, ordering: .relaxed) }

  /// A source begins.
  ///
  /// - Parameters:
  ///   - frames: where.
  ///   - total: in all, or nil where nobody knows.
  ///   - rate: Hz.
  public static func note(frames: Int64, of total: Int64?, rate: Double) {
    sourceBegan.store(System.monotonicSeconds(), ordering: .relaxed)
    sourceFirst.store(frames, ordering: .relaxed)
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

  /// Elapsed time, and of the source under way position of length, speed and time left, on one line.
  static func progressLine() -> String {
    let rate = progressRate.load(ordering: .relaxed)
    let total = progressTotal.load(ordering: .relaxed)
    let elapsed = elapsedSeconds
    let frames = progressFrames.load(ordering: .relaxed)
    let position = rate > 0 ? Double(frames) / rate : 0
    let done = rate > 0 ? Double(frames - sourceFirst.load(ordering: .relaxed)) / rate : 0
    let seconds = System.monotonicSeconds() - sourceBegan.load(ordering: .relaxed)
    let speed = seconds > 0 ? done / seconds : 0
    var line = "\(clock(elapsed)), at \(clock(position))"
    if total >= 0, rate > 0 { line += " of \(clock(Double(total) / rate))" }
    line += ", \(fixed(speed, 1)) x real time"
    if total >= 0, rate > 0, speed > 0 {
      line += ", \(clock((Double(total) / rate - position) / speed)) left"
    }
    return line
  }

  /// Installs a handler, which rings the bell and interrupts waiting reads, also where whoever started us blocks the
  /// signal.
  private static func handle(_ signal: Int32, _ handler: @convention(c) @escaping (Int32) -> Void) {
    var action = sigaction()
    _ = unsafe sigaction(signal, nil, &action)
    let ignored = unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    guard !ignored else { return }
    Bell.hang()
    action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    _ = unsafe sigaction(signal, &action, nil)
    var wanted = sigset_t()
    unsafe sigemptyset(&wanted)
    unsafe sigaddset(&wanted, signal)
    unsafe sigprocmask(SIG_UNBLOCK, &wanted, nil)
  }

  /// Seconds as h:mm:ss.
  public static func clock(_ seconds: Double) -> String {
    let whole = Int(max(seconds, 0).rounded(.down))
    let pad = { (value: Int) in (value < 10 ? "0" : "") + String(value) }
    return "\(whole / 3600):\(pad(whole / 60 % 60)):\(pad(whole % 60))"
  }
}
