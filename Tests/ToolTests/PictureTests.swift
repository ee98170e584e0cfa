import CCairo
import Foundation
import Testing

/// Pixels of a PNG, 0xRRGGBB.
struct PNGImage {
  let width: Int
  let height: Int
  private let pixels: [UInt32]

  init(_ data: Data) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("signalmetric-\(UUID()).png")
    try data.write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let surface = cairo_image_surface_create_from_png(path.path)
    defer { cairo_surface_destroy(surface) }
    let (width, height) = (
      Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface))
    )
    let stride = Int(cairo_image_surface_get_stride(surface)) / 4
    var pixels: [UInt32] = []
    let bytes = try #require(cairo_image_surface_get_data(surface))
    bytes.withMemoryRebound(to: UInt32.self, capacity: stride * height) { words in
      for row in 0..<height {
        for column in 0..<width { pixels.append(words[row * stride + column] & 0xFFFFFF) }
      }
    }
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }
}

/// The bytes that a chain leaves in a file, by way of standard output.
func picture(
  _ chain: String, _ view: String, _ suffix: String = "png", files: [String: Data] = [:]
) throws -> Data {
  let made = try shell(
    "\(chain) | sm-render \(view) -o x.\(suffix) && cat x.\(suffix)", files: files)
  #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
  return made.output
}

private let tone = "sm-capture --tone 1000 --level -20 --duration 1 -c 1"
private let utf8 = ["LC_ALL": "C.UTF-8"]

// The spectrum's plot is 56 … 672 by 54 … 513 of 960 x 540, for 45 Hz … 16 kHz and -100 … 0 dBFS.
private let bandX = 56 + 616 * log2(1000 / 45.0) / log2(16_000 / 45.0)
private let bandY = 54 + 459 * 0.2

@Suite struct PictureTests {
  @Test func `a tone's band is at its pixel in a PNG`() throws {
    let image = try PNGImage(try picture("\(tone) | sm-fft", "spectrum"))
    #expect(image.width == 960 && image.height == 540)
    let column = Int(bandX) - 1
    let bar = (54..<513).filter { image.pixel(column, $0) == 0x7CC6FE }
    // 97.4 % of a tone's energy are in its band: 0.12 dB, half a pixel.
    #expect(abs(Double(bar.first ?? 0) - bandY) <= 2, "\(bar.first ?? 0), not \(bandY)")
    let neighbours = [column - 30, column + 30].map { x in
      (54..<420).contains { image.pixel(x, $0) == 0x7CC6FE }
    }
    #expect(neighbours == [false, false])
  }

  @Test func `a tone's band is at its place in an SVG`() throws {
    let text = String(
      decoding: try picture("\(tone) | sm-fft", "spectrum", "svg"), as: UTF8.self)
    // Rectangles: M x y L x y L x y L x y Z.
    let tops = text.split(separator: "M ").compactMap { part -> (Double, Double)? in
      let numbers = part.split(separator: " ").prefix(2).compactMap { Double($0) }
      guard numbers.count == 2, part.contains(" 513 ") else { return nil }
      return (numbers[0], numbers[1])
    }
    let highest = try #require(tops.filter { $0.1 > 60 }.min { $0.1 < $1.1 })
    #expect(abs(highest.1 - bandY) <= 1.5 && abs(highest.0 - bandX) <= 10, "\(highest)")
    #expect(text.contains("<title>Spectrum"))
    #expect(text.contains("the strongest component is 1000.0 Hz at -20.0 dBFS, B5"))
  }

  @Test func `a tone's band is at its cell on a terminal`() throws {
    let shown = try shell("\(tone) | sm-fft | sm-render spectrum", environment: utf8)
    let lines = shown.text.components(separatedBy: "\n")
    #expect(lines.count == 25 && lines[24].isEmpty)
    // 16 rows for 100 dB from row 2 on, a column a band from column 5 on: 1 kHz is in band 33.
    let full = (2..<18).filter { row in
      let line = Array(lines[row])
      return line.count > 38 && "▁▂▃▄▅▆▇█".contains(line[38])
    }
    // The held mark of the same level stands on it.
    #expect(full.first == 6 && Array(lines[5])[38] == "─", "\(shown.text)")
    #expect(shown.text.contains(" Hz  -20.0 dBFS   B5 +21"))
  }

  @Test func `a sweep rises from the lower left to the upper right`() throws {
    let image = try PNGImage(
      try picture(
        "sm-capture --sweep --duration 4 -c 1 | sm-fft --bins --no-pcm", "timeline --colors grey"))
    let peaks = stride(from: 120, to: 800, by: 40).map { x in
      (36..<470).max { image.pixel(x, $0) & 255 < image.pixel(x, $1) & 255 } ?? 0
    }
    #expect(zip(peaks, peaks.dropFirst()).allSatisfy { $0 >= $1 }, "\(peaks)")
    #expect((peaks.first ?? 0) > 350 && (peaks.last ?? 999) < 200)
  }

  @Test func `above half the rate there is no silence, and no axis`() throws {
    let chain = "sm-capture --tone 2000 --level -20 -r 8k -c 1 --duration 2 | sm-fft"
    for option in ["", " --bins"] {
      let image = try PNGImage(
        try picture(chain + option, "timeline -q --fmax 16000 --colors grey"))
      let row = { (frequency: Double) in
        Int(504 - 468 * log2(frequency / 45) / log2(16_000 / 45.0))
      }
      #expect(image.pixel(400, row(8000)) == 0x282D34, "the panel")
      #expect(image.pixel(400, row(2000)) & 255 > 150)
      #expect(image.pixel(400, row(3500)) & 255 < 60)
    }
    let half = try PNGImage(try picture(chain + " --bins", "timeline --colors grey"))
    let row = 504 - 468 * log2(2000 / 45.0) / log2(4000 / 45.0)
    let brightest = (36..<504).max { half.pixel(400, $0) & 255 < half.pixel(400, $1) & 255 }
    #expect(abs(Double(brightest ?? 0) - row) <= 6, "\(brightest ?? 0), not \(row)")
    let bars = try PNGImage(try picture(chain, "spectrum"))
    #expect(bars.pixel(650, 80) == 0x1D2025 && bars.pixel(300, 80) == 0x282D34)
    let text = try shell(
      "\(chain) --bins | sm-render timeline --fmax 16000", environment: ["LC_ALL": "C"])
    #expect(
      text.lines.dropFirst(2).first.map { $0.dropFirst(5).prefix(60) }?.contains(".") == false)
    #expect(text.text.contains("....."))
  }

  /// Half a second of sound is lost between two tones: their windows touch it.
  @Test func `a window that touches lost sound is left out with it`() throws {
    let cut =
      "python3 -c \"import struct, sys; data = sys.stdin.buffer.read(); at = number = 0\n"
      + "while at < len(data):\n"
      + "  size = 64 + struct.unpack_from('<I', data, at + 8)[0]\n"
      + "  if not 47 <= number < 59: sys.stdout.buffer.write(data[at:at + size])\n"
      + "  at += size; number += 1\""
    let image = try PNGImage(
      try picture(
        "sm-capture --tone 440 -c 1 --duration 4 | \(cut) | sm-fft -n 8192 --bins",
        "timeline -q --colors grey"))
    let row = { (frequency: Double) in
      Int(504 - 468 * log2(frequency / 45) / log2(16_000 / 45.0))
    }
    let x = { (seconds: Double) in Int(56 + 816 * seconds / 4) }
    #expect(image.pixel(x(1.8), row(440)) & 255 > 200 && image.pixel(x(2.8), row(440)) & 255 > 200)
    // lost from 2.005 to 2.517 s, and three more windows of 0.17 s touch that
    for second in [2.1, 2.3, 2.5, 2.58] { #expect(image.pixel(x(second), row(440)) == 0x282D34) }
    // no click anywhere
    #expect((56..<870).allSatisfy { image.pixel($0, row(8000)) & 255 < 60 })
  }

  // MARK: waveform

  /// Eight stretches of a quarter second, each between its own two levels.
  private static let stairs = (0..<96_000).map { frame in
    let step = frame / 12_000
    return frame % 2 == 0 ? Float(step + 1) / 10 : -Float(8 - step) / 10
  }

  private func waveform(_ options: String) throws -> PNGImage {
    try PNGImage(
      try picture(
        "sm-capture x.wav", "waveform \(options)", files: ["x.wav": wav(Self.stairs, channels: 1)]))
  }

  // The wave's plot is 64 … 936 by 36 … 502.2 of 960 x 540, for 0 … 2 s and -1 … 1.
  private func waveX(_ seconds: Double) -> Int { Int(64 + 872 * seconds / 2) }
  private func waveY(_ level: Double) -> Double { 36 + 466.2 * (1 - level) / 2 }

  @Test func `a waveform is as high and as low as its samples`() throws {
    let image = try waveform("")
    for step in 0..<8 {
      let x = waveX((Double(step) + 0.5) / 4)
      let wave = (37..<500).filter { image.pixel(x, $0) == 0x7CC6FE }
      let (top, bottom) = (waveY(Double(step + 1) / 10), waveY(-Double(8 - step) / 10))
      #expect(abs(Double(wave.first ?? 0) - top) <= 1.5, "\(step): \(wave.first ?? 0), not \(top)")
      #expect(abs(Double(wave.last ?? 0) + 1 - bottom) <= 1.5, "\(step)")
      #expect(wave.count == (wave.last ?? 0) - (wave.first ?? 0) + 1)
    }
    // The stairs are where their time is.
    for step in 1..<8 {
      let x = waveX(Double(step) / 4)
      let row = Int(waveY(Double(step + 1) / 10)) + 4
      #expect(image.pixel(x - 3, row) != 0x7CC6FE && image.pixel(x + 3, row) == 0x7CC6FE)
    }
  }

  @Test(arguments: [("0.6:1.4", 0.6, 1.4), (":1.4", 0, 1.4), ("0.6:", 0.6, 2), ("0:9", 0, 2)])
  func `what a trim leaves out steps back, and its ends are marked`(
    trim: String, from: Double, to: Double
  ) throws {
    let (image, whole) = (try waveform("--trim \(trim)"), try waveform(""))
    let middle = Int(waveY(0)) + 10
    let marks = (64..<936).filter { image.pixel($0, 480) == 0xEA6552 }
    let wanted = [from, to].filter { 0 < $0 && $0 < 2 }.map(waveX)
    // A mark is two pixels wide.
    #expect(marks.count == 2 * wanted.count, "\(marks)")
    #expect(wanted.allSatisfy { x in marks.filter { abs($0 - x) <= 1 }.count == 2 }, "\(marks)")
    let inner = (66..<934).filter { x in !wanted.contains { abs(x - $0) <= 3 } }
    #expect(inner.allSatisfy { whole.pixel($0, middle) == 0x7CC6FE })
    // 35 % of the wave's colour, 65 % of the ground's 1D2025.
    let veiled: [UInt32] = [0x3E, 0x5A, 0x71]
    let wrong = inner.filter { x in
      let now = image.pixel(x, middle)
      if waveX(from) < x && x < waveX(to) { return now != 0x7CC6FE }
      let parts = [now >> 16, now >> 8 & 255, now & 255]
      return zip(parts, veiled).contains { max($0, $1) - min($0, $1) > 1 }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(9))")
  }

  @Test func `without colours strokes shade what a trim leaves out`() throws {
    let chain = "sm-capture --tone 100 --level -20 --duration 2 -c 1"
    let shown = try shell(
      "\(chain) | sm-render waveform --trim 1: --size 87x12", environment: ["LC_ALL": "C"])
    // 80 columns for two seconds: the mark is at 6 + 40.
    let row = Array(shown.text.components(separatedBy: "\n")[3])
    #expect(String(row[6..<46]) == String(repeating: "/", count: 40), "\(shown.text)")
    #expect(row[46] == "|" && !row[47...].contains("/"))
  }

  // MARK: everything

  @Test(arguments: [
    "monitor png", "spectrum svg", "timeline pdf", "timeline png", "scope png", "meter svg",
    "waveform pdf",
  ])
  func `the same sound gives the same bytes`(what: String) throws {
    let words = what.split(separator: " ").map(String.init)
    let chain = "sm-capture --demo --duration 3 | sm-loudness | sm-fft --bins | sm-scope"
    let first = try picture(chain, words[0], words[1])
    #expect(first.count > 1000)
    #expect(try picture(chain, words[0], words[1]) == first)
  }

  @Test func `size and scale are kept`() throws {
    let image = try PNGImage(
      try picture("\(tone) | sm-scope", "scope --size 400x300 --scale 2"))
    #expect(image.width == 800 && image.height == 600)
  }

  @Test func `several sources make several pictures`() throws {
    let made = try shell(
      "{ \(tone); sm-capture --tone 500 --duration 1; } | sm-loudness | "
        + "sm-render monitor -o x.svg && ls *.svg && cmp x.svg x-2.svg | wc -l")
    #expect(made.lines == ["x-2.svg", "x.svg", "1"])
  }

  @Test func `of several channels each has its lane, or one is picked`() throws {
    let samples = (0..<192_000).map { place -> Float in
      let turns = (place % 2 == 0 ? 200.0 : 4000) * Double(place / 2) / 48_000
      return Float(sin(2 * .pi * turns)) / 2
    }
    let files = ["x.wav": wav(samples, channels: 2)]
    let chain = "sm-capture x.wav | sm-fft --bins --no-pcm --fold each"
    // Where the brightest row of a column is.
    let brightest = { (image: PNGImage, rows: Range<Int>) in
      rows.max { image.pixel(400, $0) & 255 < image.pixel(400, $1) & 255 } ?? 0
    }
    let both = try PNGImage(try picture(chain, "timeline --colors grey", files: files))
    // Two lanes of 234 rows, four apart, for 45 Hz … 16 kHz.
    let part = { (frequency: Double) in log2(frequency / 45) / log2(16_000 / 45.0) }
    let (upper, lower) = (brightest(both, 38..<268), brightest(both, 276..<500))
    #expect(abs(Double(upper) - (270 - 234 * part(200))) <= 6, "\(upper)")
    #expect(abs(Double(lower) - (508 - 234 * part(4000))) <= 6, "\(lower)")
    let one = try PNGImage(
      try picture(chain, "timeline --colors grey --channel 2", files: files))
    let row = brightest(one, 38..<500)
    #expect(abs(Double(row) - (504 - 468 * part(4000))) <= 6, "\(row)")
  }

  @Test func `what is shown of several channels is said`() throws {
    let source = "sm-capture --noise pink -c 3 --duration 1"
    let said = { (options: String, view: String) in
      try shell(
        "\(source) | sm-fft \(options) | sm-scope \(options) | sm-render \(view) --size 100x30",
        environment: utf8
      ).text
    }
    #expect(try said("", "timeline").hasPrefix("Timeline, mean of 3 "))
    #expect(try said("--fold 2", "timeline").hasPrefix("Timeline, channel 2 of 3 "))
    let lanes = try said("--fold each", "timeline").components(separatedBy: "\n")
    #expect(lanes[0].hasPrefix("Timeline  "))
    #expect(lanes.compactMap(\.first).filter { $0.isNumber } == ["1", "2", "3"])
    #expect(try said("--fold each", "timeline --channel 3").hasPrefix("Timeline, channel 3 of 3 "))
    #expect(try said("--fold each", "scope --channel 2").contains("  channel 2 of 3"))
    #expect(
      try said("--fold each", "spectrum --channel 3 --size 120x40").contains("channel 3 of 3"))
    let missing = try shell("\(source) | sm-fft | sm-render timeline --channel 2 -o x.png")
    #expect(missing.status == 1)
    #expect(
      missing.errors
        == "sm-render: timeline needs SPEC of channel 2: … | sm-fft --bins --fold each | "
        + "sm-render timeline --channel 2\n")
  }

  @Test func `more channels than there is room for are counted`() throws {
    let shown = try shell(
      "sm-capture --noise pink -c 16 --duration 1 | sm-fft --fold each | sm-render timeline",
      environment: utf8)
    #expect(shown.text.hasPrefix("Timeline, 7 of 16 channels (--channel) "), "\(shown.text)")
    let waves = try shell(
      "sm-capture --noise pink -c 64 --duration 1 | tee x.sm | sm-render waveform; "
        + "sm-render waveform -i x.sm --size 40x20; sm-render waveform -i x.sm --channel 33; "
        + "sm-capture --tone 1000 -c 2 --duration 1 | sm-render waveform --channel 3",
      environment: utf8)
    let titles = waves.lines.filter { $0.hasPrefix("Waveform") }
    try #require(titles.count == 4, "\(waves.errors)")
    #expect(titles[0].hasPrefix("Waveform, 11 of 64 channels (--channel) "), "\(titles)")
    #expect(titles[1].hasPrefix("Waveform, 9 of 64  "), "\(titles)")
    #expect(titles[2].hasPrefix("Waveform, channel 33 of 64  "), "\(titles)")
    #expect(waves.text.contains("there is no channel 3 of 2"))
  }

  @Test(arguments: ["waveform", "timeline"])
  func `loudness can be read`(view: String) throws {
    let shown = try shell(
      "sm-capture --demo --duration 5 | sm-loudness | sm-fft | tee x.sm | "
        + "sm-render \(view) --size 100x40; sm-render \(view) -i x.sm --size 100x40 --units lu",
      environment: utf8)
    let labels = shown.lines.map { $0.prefix(5).split(separator: " ").last.map(String.init) ?? "" }
    let (plain, relative) = (labels.prefix(40), labels.suffix(40))
    for word in ["-14", "-23", "-32", "-41"] { #expect(plain.contains(word), "\(word)") }
    for word in ["+9", "0", "-9", "-18"] { #expect(relative.contains(word), "\(word)") }
  }

  @Test func `the response of a filter is drawn`() throws {
    let shown = try shell(
      "sm-eq --band 1k=6 --response | sm-render spectrum --describe", environment: utf8)
    #expect(shown.status == 0)
    #expect(shown.text.contains("gains from") && shown.text.contains("to 6.0 dB"))
  }

  // MARK: what is missing

  @Test(arguments: [
    ("monitor", "monitor needs LOUD: … | sm-loudness | sm-render monitor"),
    ("timeline", "timeline needs SPEC: … | sm-fft --bins | sm-render timeline"),
    ("scope", "scope needs SCOP: … | sm-scope | sm-render scope"),
  ])
  func `a view that lacks its section says what to put before it`(view: String, words: String)
    throws
  {
    let made = try shell("\(tone) | sm-render \(view) -o x.png")
    #expect(made.status == 1 && made.errors == "sm-render: \(words)\n")
  }

  @Test func `what is said of several pictures is said once`() throws {
    let made = try shell(
      "sm-capture --tone --duration 0.5 -t wav >a.wav; "
        + "sm-capture a.wav a.wav a.wav | sm-fft | sm-render timeline -o x.png")
    #expect(made.errors.components(separatedBy: "drawn from").count == 2)
  }

  @Test func `bands instead of bins are said to be so`() throws {
    let made = try shell("\(tone) | sm-fft | sm-render timeline -o x.png; ls x.png")
    #expect(made.errors.contains("drawn from 64 bands; sm-fft --bins gives it every frequency"))
    #expect(made.lines == ["x.png"])
  }

  @Test(arguments: [
    ("monitor -o x.gif", "ends in .png, .svg or .pdf"),
    ("timeline --fmin 900 --fmax 90", "not below"),
    ("timeline --fmin 0", "outside"), ("timeline --colors mauve", "magma, viridis"),
    ("monitor --appearance plaid", "one of studio"), ("scope --size 4x4", "no size"),
    ("monitor --scale-lu 12", "one of 9, 18"), ("timeline --floor 0 --ceiling -10", "not below"),
    ("meter --channel 0", "outside 1 to 64"),
    ("timeline --tolerance -90", "--tolerance goes with compare, not with timeline"),
    ("meter --linear", "--linear goes with spectrum and timeline, not with meter"),
    ("monitor --trim 1:2", "--trim goes with picofox, preview and waveform, not with monitor"),
    ("scope --colors viridis", "--colors goes with timeline, not with scope"),
    ("json --appearance red", "--appearance goes with views, not with json"),
    ("wav --xy", "--xy goes with scope, not with wav"),
    ("spectrum --fmin 100", "--fmin goes with --bins"),
    ("spectrum --linear", "--linear goes with --bins"),
    ("waveform --normalize", "--normalize goes with picofox and preview, not with waveform"),
  ])
  func `wrong options are refused`(words: String, message: String) throws {
    try shell("\(tone) | sm-render \(words)").expectRefusal(2, "sm-render", message)
  }

  // MARK: as text

  @Test(arguments: ["monitor", "spectrum", "timeline", "scope", "meter", "waveform"])
  func `without a terminal one picture is text, ASCII where the locale is`(view: String) throws {
    let chain = "sm-capture --demo --duration 4 | sm-loudness | sm-fft | sm-scope"
    let plain = try shell("\(chain) | sm-render \(view)", environment: ["LC_ALL": "C"])
    #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
    #expect(plain.output.allSatisfy { $0 == 10 || 32...126 ~= $0 })
    #expect(plain.lines.count <= 24 && plain.text.count { $0 == "\n" } == 24)
    let wide = try shell("\(chain) | sm-render \(view) --size 200x60", environment: utf8)
    #expect(wide.text.count { $0 == "\n" } == 60)
    #expect(wide.output.contains { $0 > 127 } && !wide.text.contains("\u{1B}"))
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func `where there is no room for a picture nothing of it is left, and the old one stays`(
    suffix: String
  ) throws {
    let outcome = try shell(
      "sm-capture --noise white --duration 2 | sm-fft --bins > s; echo old > x.\(suffix); ulimit -f 8; "
        + "sm-render timeline -i s -o x.\(suffix) --size 1500x1000; echo $?; ls; cat x.\(suffix)")
    #expect(outcome.lines == ["1", "s", "x.\(suffix)", "old"])
    #expect(outcome.errors == "sm-render: x.\(suffix).part: write: File too large\n")
  }

  @Test func `a log that cannot be written is named, and keeps its whole lines`() throws {
    let chain = "sm-capture --tone 1000 --level -10 --duration 2.2 | sm-loudness"
    let device = try shell("\(chain) | sm-render meter --history /dev/full -o m.png; echo $?")
    #expect(device.lines == ["1"])
    #expect(device.errors == "sm-render: /dev/full: write: No space left on device\n")
    let full = try shell(
      "head -c 1020 /dev/zero | tr '\\0' x > log; echo >> log; \(chain) > s; ulimit -f 1; "
        + "sm-render meter -i s --history log -o m.svg; echo $?; stat -c %s log")
    #expect(full.lines == ["1", "1021"])
    #expect(full.errors == "sm-render: log: write: File too large\n")
  }

  @Test func `the meter writes its log, and describes itself`() throws {
    let made = try shell(
      "sm-capture --tone 1000 --level -10 --duration 2.2 | sm-loudness | "
        + "sm-render meter --history log.csv --describe -o m.png; cat log.csv")
    // -13.01 dBFS is 56.9 on the display's scale, and shown without its decimals.
    #expect(
      made.lines.first.map { $0.contains("56 of 120 on a display scale, uncalibrated, QUIET") }
        ?? false)
    #expect(Array(made.lines.dropFirst()) == (1...4).map { "\(Double($0) / 2),-13.0,56,QUIET" })
  }
}
