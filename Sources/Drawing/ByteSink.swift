import CCairo

/// Gathers what cairo writes. A class, since cairo keeps its address.
final class ByteSink {
  var bytes: [UInt8] = []
  var title = ""
  var words = ""

  static let write: cairo_write_func_t = { closure, data, count in
    guard let closure = unsafe closure, let data = unsafe data else {
      return CAIRO_STATUS_WRITE_ERROR
    }
    let sink = unsafe Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue()
    unsafe sink.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  /// The SVG with a title and a description, which cairo has no words for.
  var describedSVG: [UInt8] {
    guard !title.isEmpty, let svg = place(of: "<svg", from: 0),
      let end = place(of: ">", from: svg)
    else { return bytes }
    let extra = "\n<title>\(Self.escaped(title))</title>\n<desc>\(Self.escaped(words))</desc>"
    return Array(bytes[...end]) + Array(extra.utf8) + Array(bytes[(end + 1)...])
  }

  private func place(of word: StaticString, from start: Int) -> Int? {
    let wanted = word.withUTF8Buffer { unsafe Array($0) }
    return (start..<max(bytes.count - wanted.count, start)).first {
      bytes[$0..<$0 + wanted.count].elementsEqual(wanted)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default:
        result.unicodeScalars.append(scalar.value < 32 ? " " : scalar)
      }
    }
  }
}
