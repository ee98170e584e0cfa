import Foundation
import Testing

@testable import SampleIO

/// A pipeline of real processes in a process group of its own, read by the test.
final class Chain: @unchecked Sendable {
  /// What came out, with the moment of its arrival.
  struct Line {
    let seconds: Double
    let text: String
  }

  /// 0 where a process has ended.
  private(set) var pids: [pid_t] = []
  private var group: pid_t = 0
  private let folder: URL
  private let lock = NSLock()
  private var lines: [Line] = []
  private var bytes: [UInt8] = []
  private let read = DispatchSemaphore(value: 0)
  /// Where the test writes what the first stage reads, −1 when nothing is wanted.
  private(set) var feed: Int32 = -1

  /// Starts the stages.
  ///
  /// - Parameters:
  ///   - stages: their words; a tool of ours by its name.
  ///   - isFed: whether the test writes the first stage's input; otherwise there is none.
  ///   - isNonblocking: whether every pipe is made non-blocking at both ends.
  ///   - microseconds: to sleep behind each byte that the test reads; nil reads all there is.
  ///   - isRead: whether the test reads the last stage's output at all before `finish`.
  /// - Throws: what keeps a stage from being started.
  init(
    _ stages: [String], isFed: Bool = false, isNonblocking: Bool = false,
    byteEveryMicroseconds microseconds: UInt32? = nil, isRead: Bool = true
  ) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("signalmetric-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var source: Int32
    // between making a pipe and closing it for children nobody else may start any
    starting.lock()
    defer { starting.unlock() }
    if isFed {
      (source, feed) = Self.makePipe(isNonblocking)
    } else {
      source = open("/dev/null", O_RDONLY | O_CLOEXEC)
    }
    for (index, stage) in stages.enumerated() {
      let (reading, writing) = Self.makePipe(isNonblocking)
      pids.append(
        try Self.spawn(
          stage.split(separator: " ").map(String.init), source, writing,
          folder.appendingPathComponent("\(index)").path, group: group))
      group = pids[0]
      close(source)
      close(writing)
      source = reading
    }
    if isNonblocking { _ = fcntl(source, F_SETFL, 0) }
    output = source
    pause = microseconds
    if isRead { startReading() }
  }

  private let output: Int32
  private let pause: UInt32?
  private var isReading = false

  deinit {
    for pid in pids where pid > 0 { kill(pid, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  private static func makePipe(_ isNonblocking: Bool) -> (Int32, Int32) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      if isNonblocking { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ words: [String], _ input: Int32, _ output: Int32, _ errors: String, group: pid_t
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o644)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    // as a shell starts it, whatever the test runner ignores or blocks
    var all = sigset_t()
    sigfillset(&all)
    sigdelset(&all, SIGKILL)
    sigdelset(&all, SIGSTOP)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, group)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    let program = words[0].hasPrefix("sm-") ? products.path + "/" + words[0] : words[0]
    var argv = words.map { strdup($0) } + [nil]
    defer { for word in argv { free(word) } }
    var pid = pid_t()
    let failure = posix_spawnp(&pid, program, &actions, &attributes, &argv, environ)
    guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
    return pid
  }

  /// Begins to read what comes out.
  func startReading() {
    guard !isReading else { return }
    isReading = true
    Thread.detachNewThread { [self] in
      var pending: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: pause == nil ? 1 << 16 : 1)
      while true {
        let got = Foundation.read(output, &buffer, buffer.count)
        guard got > 0 else { break }
        let now = System.monotonicSeconds()
        pending += buffer[..<got]
        var fresh: [Line] = []
        if pause == nil, pending.last == 10 {
          let text = String(decoding: pending, as: UTF8.self)
          fresh = text.split(separator: "\n").map { Line(seconds: now, text: String($0)) }
          pending = []
        }
        lock.withLock {
          bytes += buffer[..<got]
          lines += fresh
        }
        if let pause { usleep(pause) }
      }
      close(output)
      read.signal()
    }
  }

  /// Stops reading for good: the reader goes away.
  func leave() { close(output) }

  func signal(_ stage: Int, _ number: Int32) {
    if pids[stage] > 0 { kill(pids[stage], number) }
  }

  /// A signal to every process of the chain, as Ctrl-C sends it.
  func signalAll(_ number: Int32) { kill(-group, number) }

  /// Writes to the first stage; false when it has gone.
  @discardableResult func write(_ data: some Sequence<UInt8>) -> Bool {
    let bytes = Array(data)
    var done = 0
    // a stage that has gone is no end of the tests
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        Foundation.write(feed, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EAGAIN {
        usleep(1000)
        continue
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// The first stage's input ends.
  func endFeed() {
    if feed >= 0 { close(feed) }
    feed = -1
  }

  /// What came out so far.
  var arrived: [Line] { lock.withLock { lines } }
  var byteCount: Int { lock.withLock { bytes.count } }

  /// What a stage has said so far.
  func errors(_ stage: Int) -> String {
    (try? String(contentsOf: folder.appendingPathComponent("\(stage)"), encoding: .utf8)) ?? ""
  }

  /// Clock ticks that a stage has used.
  func ticks(_ stage: Int) -> Int {
    let text = (try? String(contentsOfFile: "/proc/\(pids[stage])/stat", encoding: .utf8)) ?? ""
    let fields = text.drop { $0 != ")" }.split(separator: " ")
    guard fields.count > 13 else { return 0 }
    return (Int(fields[12]) ?? 0) + (Int(fields[13]) ?? 0)
  }

  /// Waits for something to become true.
  ///
  /// - Returns: false after a minute.
  @discardableResult func wait(_ condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      usleep(10_000)
    }
    return false
  }

  /// Waits for a stage's end.
  ///
  /// - Returns: as a shell shows it, −1 if it has not ended after a minute.
  func status(_ stage: Int) -> Int32 {
    var status: Int32 = 0
    let pid = pids[stage]
    guard pid > 0 else { return -1 }
    guard wait({ waitpid(pid, &status, WNOHANG) == pid }) else { return -1 }
    pids[stage] = 0
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Waits for the end of all.
  func finish() -> Finished {
    endFeed()
    startReading()
    // a process that will not end must not keep the test
    let statuses = pids.indices.map { status($0) }
    _ = read.wait(timeout: .now() + 60)
    return Finished(
      statuses: statuses, lines: arrived, bytes: lock.withLock { bytes },
      errors: pids.indices.map { errors($0) })
  }
}

let starting = NSLock()

/// What a chain has left.
struct Finished: Sendable {
  let statuses: [Int32]
  let lines: [Chain.Line]
  let bytes: [UInt8]
  let errors: [String]

  /// Processes that have said at their end what was delivered and lost.
  var closing: [String] {
    errors.flatMap { $0.split(separator: "\n") }.map(String.init).filter {
      $0.contains(" frames delivered, ")
    }
  }

  /// The records.
  func rows() throws -> [Row] { try lines.map { try Row($0) } }
}

/// One line of `sm-render json`, as far as these tests want it.
struct Row: Sendable {
  let seconds: Double
  let position, frames, lost: Int
  let isLive, hasGap: Bool
  let end: String?
  let utc: String?
  let name: String?
  let momentary, shortTerm, integrated: Double?
  let gapMomentary, gapShortTerm: Bool?
  let blocksExcluded: Int?
  let tally: [Stage]

  struct Stage: Sendable {
    let stage: String
    let lost, gaps, longest, stalls, skipped: Int
    let stalledSeconds: Double
    let isEstimated: Bool
  }

  init(_ line: Chain.Line) throws {
    seconds = line.seconds
    let parsed = try JSONSerialization.jsonObject(with: Data(line.text.utf8))
    let object = try #require(parsed as? [String: Any])
    func int(_ name: String) throws -> Int { try #require((object[name] as? NSNumber)?.intValue) }
    (position, frames, lost) = (try int("position"), try int("frames"), try int("lost"))
    isLive = object["live"] as? Bool ?? false
    hasGap = object["gap"] as? Bool ?? false
    end = object["end"] as? String
    utc = object["utc"] as? String
    name = (object["source"] as? [String: Any])?["name"] as? String
    let loudness = object["loudness"] as? [String: Any] ?? [:]
    momentary = loudness["momentary"] as? Double
    shortTerm = loudness["short_term"] as? Double
    integrated = loudness["integrated"] as? Double
    gapMomentary = loudness["gap_momentary"] as? Bool
    gapShortTerm = loudness["gap_short_term"] as? Bool
    blocksExcluded = (loudness["blocks_excluded"] as? NSNumber)?.intValue
    tally = (object["tally"] as? [[String: Any]] ?? []).map { row in
      let count = { (name: String) in (row[name] as? NSNumber)?.intValue ?? -1 }
      return Stage(
        stage: row["stage"] as? String ?? "", lost: count("lost"), gaps: count("gaps"),
        longest: count("longest_gap"), stalls: count("stalls"), skipped: count("skipped_bytes"),
        stalledSeconds: (row["stalled_seconds"] as? NSNumber)?.doubleValue ?? -1,
        isEstimated: row["loss_estimated"] as? Bool ?? false)
    }
  }
}

/// Expects that the books are right at every record of one source: each frame before it was
/// delivered or is booked as lost, by exactly one process.
func expectTrueBooks(
  _ rows: [Row], produced: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  var delivered = 0
  var jumps = 0
  var before = (end: 0, lost: 0)
  for row in rows {
    #expect(row.position == delivered + row.lost, sourceLocation: sourceLocation)
    #expect(
      row.tally.reduce(0) { $0 + $1.lost } == row.lost, "header and ledger of \(row.position)",
      sourceLocation: sourceLocation)
    #expect(
      row.position - before.end == row.lost - before.lost, sourceLocation: sourceLocation)
    #expect(row.hasGap == (row.position > before.end), sourceLocation: sourceLocation)
    if row.hasGap { jumps += 1 }
    delivered += row.frames
    before = (row.position + row.frames, row.lost)
  }
  let last = rows.last
  #expect(last?.end != nil, sourceLocation: sourceLocation)
  #expect(rows.dropLast().allSatisfy { $0.end == nil }, sourceLocation: sourceLocation)
  #expect(
    last?.tally.allSatisfy { ($0.lost > 0) == ($0.gaps > 0) && $0.longest <= $0.lost } ?? false,
    sourceLocation: sourceLocation)
  if let produced {
    #expect(last?.position == produced, sourceLocation: sourceLocation)
    #expect(delivered + (last?.lost ?? 0) == produced, sourceLocation: sourceLocation)
  }
}

/// Does work that waits beside the tests' own threads, few at a time.
func aside<R: Sendable>(_ work: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread {
      room.wait()
      let result = Result { try work() }
      room.signal()
      continuation.resume(with: result)
    }
  }
}

/// Runs a live chain until it behaves as on a quiet machine, three times at most.
///
/// What must hold on any machine is to be expected of what is returned.
func quietly(
  _ isQuiet: @escaping @Sendable (Finished) throws -> Bool,
  _ run: @escaping @Sendable () throws -> Finished
) async throws -> Finished {
  try await aside {
    var finished = try run()
    for _ in 0..<2 where try !isQuiet(finished) { finished = try run() }
    return finished
  }
}

/// So many chains run at once.
private let room = DispatchSemaphore(value: 10)

/// Runs a line of shell beside the tests' own threads.
func shellAside(
  _ line: String, input: Data = Data(), files: [String: Data] = [:]
) async throws -> Outcome {
  try await aside { try shell(line, input: input, files: files) }
}

/// A source as records on a pipe.
///
/// - Parameters:
///   - blocks: frames of each.
///   - lost: frames that are missing before the block of an index.
///   - isLive: whether it says that it is live.
///   - channels: all with the same sound.
///   - note: for SRCE.
///   - sample: makes the sound of a frame.
/// - Returns: the bytes of each record, the end record last.
/// - Throws: nothing that can be.
func records(
  blocks: [Int], lost: [Int: Int] = [:], isLive: Bool = true, channels: Int = 2, note: String = "",
  _ sample: (Int64) -> Float = { Float($0 % 96) / 192 }
) throws -> [Data] {
  var description = SourceDescription()
  description.kind = .device
  description.note = note
  var source = SourceBlocks(description, rate: 48_000, channels: channels)
  source.isLive = isLive
  var record = Record()
  var all: [Data] = []
  for (index, frames) in (blocks + [0]).enumerated() {
    if let missing = lost[index] { source.lose(Int64(missing), isEstimated: false) }
    if index < blocks.count {
      let first = source.position
      let samples = (0..<frames * channels).map { sample(first + Int64($0 / channels)) }
      source.fill(&record, with: samples, frames: frames)
    } else {
      source.finish(&record, .endOfInput)
    }
    record.header.lost = record.tally.lost
    record.tally.stage = "sm-test"
    record.appendTally()
    try record.withEncoded { all.append(Data($0)) }
  }
  return all
}

extension Collection<Data> {
  /// All as one stream.
  var stream: Data { reduce(into: Data()) { $0 += $1 } }
}
