/// What a tool does while its input is silent: reports a stall of a live stream, and does not wait
/// for ever once somebody wants it to end.
struct Patience {
  /// Whether the input is live, so that silence is news.
  var isLive = false
  /// After how long, s.
  var stallSeconds = 2.0
  /// Whether records are read: after SIGINT they are drained to the end of their source, since
  /// the process that starts the stream has had the signal too.
  var drains = false

  /// Stalls since the source began.
  private(set) var stalls: Int64 = 0
  /// Time spent in them, s.
  private(set) var stalledSeconds = 0.0

  /// Processes before this one, as far as the ledger tells.
  var stagesBefore = 0

  /// How long to wait for the upstream's end after SIGINT, s: at most one, and longer than the
  /// stages before, so that a chain whose source is silent ends from its beginning.
  private var drainSeconds: Double { min(0.5 + 0.1 * Double(stagesBefore), 1) }
  private var lastCame: Double?
  private var isStalled = false

  /// Whether waiting needs a limit, and so `poll`.
  var isActive: Bool { isLive || Attention.isEnding }

  /// Whether a signal ends the input at once.
  var stopsAtSignal: Bool { !drains || Attention.ending != Attention.interrupt }

  /// When waiting ends, on the monotonic clock; nil never.
  mutating func deadline(now: Double) -> Double? {
    guard isActive else { return nil }
    let since = lastCame ?? now
    lastCame = since
    if Attention.isEnding { return since + drainSeconds }
    return isLive && !isStalled ? since + stallSeconds : nil
  }

  /// The time is over: says so once.
  ///
  /// - Parameter now: monotonic clock, s.
  /// - Returns: false when the input has ended for this tool.
  mutating func goesOn(now: Double) -> Bool {
    if Attention.isEnding { return now - (lastCame ?? now) < drainSeconds }
    guard isLive, !isStalled, now - (lastCame ?? now) >= stallSeconds else { return true }
    isStalled = true
    stalls += 1
    Diagnostics.remark("the input has stalled: nothing for \(fixed(stallSeconds, 1)) s")
    return true
  }

  /// Something came.
  mutating func came(now: Double) {
    if isStalled, let lastCame { stalledSeconds += now - lastCame }
    isStalled = false
    lastCame = now
  }

  /// A new source counts from nothing.
  mutating func beginSource() { (stalls, stalledSeconds) = (0, 0) }

  /// Puts the stalls into a row of the ledger.
  func note(in tally: inout Tally) {
    tally.stalls = stalls
    tally.stalledSeconds = Float(stalledSeconds)
  }
}
