import Presets
import SampleIO

/// The sliders on the terminal: keys change the graphic form, and the picture shows it with the levels.
///
/// It is attended to between blocks and while the tool waits for its input.
final class Mixer: Companion {
  /// What the sliders show; the stage takes it when `takeChange` says so.
  var preset: Preset { didSet { state.form = preset.graphic ?? GraphicForm() } }

  private var terminal: ControllingTerminal?
  private var state = MixerState()
  private var keys = TerminalKeys()
  private let save: (Preset) throws -> String
  private var shown: [String] = []
  private var drawnAt = 0.0
  private var drawnSize = (columns: 0, rows: 0)
  private var cleanAt = 0.0
  private var isChanged = false
  private let shownAt = ControllingTerminal.seconds + ControllingTerminal.patience

  /// - Parameters:
  ///   - preset: to begin with.
  ///   - save: keeps a preset, and returns the name under which it did.
  /// - Throws: `failed` where there is no terminal to draw on.
  init(_ preset: Preset, save: @escaping (Preset) throws -> String) throws {
    self.preset = preset
    self.save = save
    state.form = preset.graphic ?? GraphicForm()
    terminal = try ControllingTerminal()
  }

  private var isShown: Bool { terminal?.isEntered ?? false }

  var descriptor: Int32? { isShown ? terminal?.descriptor : nil }

  var deadline: Double? { isShown || terminal == nil ? nil : shownAt }

  /// Whether everything is to pass as it came.
  var isBypassed: Bool { state.isBypassed }

  /// Whether something has changed since the last question.
  func takeChange() -> Bool {
    defer { isChanged = false }
    return isChanged
  }

  func attend() {
    guard isShown || ControllingTerminal.seconds >= shownAt else { return }
    enter()
    guard let bytes = terminal?.keys() else {
      terminal = nil
      return
    }
    for key in keys.keys(bytes) { press(key) }
    if !bytes.isEmpty { draw() }
  }

  /// Shows the levels of a block, up to 25 times a second.
  ///
  /// - Parameter peaks: of the channels, linear.
  func show(_ peaks: [Float]) {
    enter()
    attend()
    let now = ControllingTerminal.seconds
    state.hear(peaks, now)
    if now - drawnAt >= 0.04 { draw() }
  }

  private func enter() {
    guard terminal != nil, !isShown else { return }
    terminal?.enter()
    draw()
  }

  /// Puts the terminal back.
  func close() { terminal = nil }

  private func press(_ key: TerminalKeys.Key) {
    if key == .redraw { shown = [] }
    switch state.press(key) {
    case .nothing: break
    case .changed:
      let form = state.form
      preset.setGraphic(form, place: .init(file: "the mixer", line: 0))
      isChanged = true
    case .bypass: isChanged = true
    case .save:
      do {
        state.message = "saved as \(try save(preset))"
      } catch {
        state.message = "not saved: \(error)"
      }
    case .close: terminal = nil
    }
  }

  private func draw() {
    guard let size = terminal?.size else { return }
    let now = ControllingTerminal.seconds
    drawnAt = now
    let lines = MixerPicture(state, columns: size.columns, rows: size.rows).lines
    var text = ""
    if size != drawnSize {
      text = "\u{1B}[2J"
      (drawnSize, shown) = (size, [])
    } else if now - cleanAt > 1 {
      // Other programs may have written here.
      (cleanAt, shown) = (now, [])
    }
    for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
      // Cleared first: behind a full line the cursor still stands on its last character.
      text += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)\u{1B}[0m"
    }
    // What others write goes to the last row.
    if !text.isEmpty { text += "\u{1B}[\(size.rows);1H" }
    // What a slow terminal does not take is drawn again as a whole.
    shown = text.isEmpty || terminal?.write(text) ?? false ? lines : []
  }
}
