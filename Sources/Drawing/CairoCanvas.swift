import CCairo
import Glibc

/// A picture in a file: PNG, SVG or PDF by cairo.
///
/// A cell is 8 × 18 units; a unit is a pixel of a PNG at scale 1, and a point of a PDF. The same
/// drawing gives the same bytes. A class, since it owns what cairo hands out.
@safe public final class CairoCanvas: Canvas {
  /// The library's name and version, such as "cairo-1.16.0".
  public static var version: String { unsafe "cairo-" + String(cString: cairo_version_string()) }

  /// Units of a cell.
  public static let cell = (width: 8.0, height: 18.0)

  /// What a picture is kept as.
  public enum Format: String, Sendable { case png, svg, pdf }

  public let width: Double
  public let height: Double
  public var isGrid: Bool { false }
  public var hasColor: Bool { true }
  public let heatPerCell: (x: Int, y: Int)
  let scale: Double
  let format: Format
  let context: OpaquePointer
  private let surface: OpaquePointer
  private let sink: ByteSink

  public var clip: Rect? {
    didSet {
      unsafe cairo_reset_clip(context)
      guard let clip else { return }
      let part = pixels(clip)
      unsafe cairo_rectangle(context, part.x, part.y, part.width, part.height)
      unsafe cairo_clip(context)
    }
  }

  /// - Parameters:
  ///   - format: decides what `finish` gives.
  ///   - width: in units.
  ///   - height: in units.
  ///   - scale: pixels a unit, for PNG.
  ///   - reduction: how much smaller everything is drawn.
  /// - Throws: `failed` where cairo cannot make it.
  public init(
    _ format: Format, width: Int, height: Int, scale: Double, reduction: Double = 1
  ) throws(DrawingError) {
    let sink = ByteSink()
    let made = try unsafe Self.surface(format, width, height, scale, sink)
    guard let context = unsafe cairo_create(made) else { throw .failed("no memory") }
    unsafe self.context = unsafe context
    unsafe surface = made
    self.sink = sink
    self.format = format
    self.scale = (format == .png ? scale : 1) / reduction
    self.width = Double(width) * reduction / Self.cell.width
    self.height = Double(height) * reduction / Self.cell.height
    let dots = (format == .png ? scale : 2) / reduction
    heatPerCell = (
      max(Int((Self.cell.width * dots).rounded()), 1),
      max(Int((Self.cell.height * dots).rounded()), 1)
    )
    unsafe cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
    unsafe cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
    unsafe cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    unsafe cairo_scale(context, self.scale, self.scale)
  }

  deinit {
    unsafe cairo_destroy(context)
    unsafe cairo_surface_destroy(surface)
  }

  private static func surface(
    _ format: Format, _ width: Int, _ height: Int, _ scale: Double, _ sink: ByteSink
  ) throws(DrawingError) -> OpaquePointer {
    let closure = unsafe Unmanaged.passUnretained(sink).toOpaque()
    let made: OpaquePointer? =
      switch format {
      case .png:
        unsafe cairo_image_surface_create(
          CAIRO_FORMAT_RGB24, Int32((Double(width) * scale).rounded()),
          Int32((Double(height) * scale).rounded()))
      case .svg:
        unsafe cairo_svg_surface_create_for_stream(
          ByteSink.write, closure, Double(width), Double(height))
      case .pdf:
        unsafe cairo_pdf_surface_create_for_stream(
          ByteSink.write, closure, Double(width), Double(height))
      }
    guard let made = unsafe made else { throw .failed("no memory") }
    let status = unsafe cairo_surface_status(made)
    guard status == CAIRO_STATUS_SUCCESS else {
      unsafe cairo_surface_destroy(made)
      throw .failed(Self.reason(status))
    }
    if format == .pdf {
      // No date of its own: the same drawing gives the same bytes.
      unsafe cairo_pdf_surface_set_metadata(
        made, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z")
    }
    return unsafe made
  }

  private static func reason(_ status: cairo_status_t) -> String {
    unsafe String(cString: cairo_status_to_string(status))
  }

  /// Names the picture for programs that read it out.
  ///
  /// - Parameters:
  ///   - title: of the picture.
  ///   - description: a sentence of what is on it.
  public func describe(title: String, _ description: String) {
    sink.title = title
    sink.words = description
    guard format == .pdf else { return }
    unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    unsafe cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, description)
  }

  /// The picture's file.
  ///
  /// - Returns: its bytes.
  /// - Throws: `failed` with what cairo says.
  public func finish() throws(DrawingError) -> [UInt8] {
    let closure = unsafe Unmanaged.passUnretained(sink).toOpaque()
    var status = unsafe cairo_status(context)
    if status == CAIRO_STATUS_SUCCESS, format == .png {
      status = unsafe cairo_surface_write_to_png_stream(surface, ByteSink.write, closure)
    }
    unsafe cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = unsafe cairo_surface_status(surface) }
    guard status == CAIRO_STATUS_SUCCESS else { throw .failed(Self.reason(status)) }
    return format == .svg ? sink.describedSVG : sink.bytes
  }

  /// A part in units, at whole pixels.
  func pixels(_ rect: Rect) -> (x: Double, y: Double, width: Double, height: Double) {
    let left = snap(rect.x * Self.cell.width)
    let top = snap(rect.y * Self.cell.height)
    return (
      left, top, snap(rect.right * Self.cell.width) - left,
      snap(rect.bottom * Self.cell.height) - top
    )
  }

  /// The nearest edge between two pixels.
  func snap(_ value: Double) -> Double { (value * scale).rounded() / scale }

  func use(_ color: Color) {
    unsafe cairo_set_source_rgb(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
  }
}

/// What cairo cannot do.
public enum DrawingError: Error, Equatable, CustomStringConvertible {
  case failed(String)

  public var description: String {
    switch self {
    case .failed(let reason): "the picture cannot be drawn: \(reason)"
    }
  }
}
