import CCairo
import Glibc

extension CairoCanvas {
  public func ground(_ rect: Rect, _ color: Color) {
    let part = pixels(rect)
    use(color)
    unsafe cairo_rectangle(context, part.x, part.y, part.width, part.height)
    unsafe cairo_fill(context)
  }

  public func veil(_ rect: Rect, _ color: Color) {
    let part = pixels(rect)
    unsafe cairo_set_source_rgba(
      context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
      veilDensity)
    unsafe cairo_rectangle(context, part.x, part.y, part.width, part.height)
    unsafe cairo_fill(context)
  }

  public func bar(_ rect: Rect, _ color: Color, _ growth: Growth) {
    guard rect.width.isFinite, rect.height.isFinite, !rect.isEmpty else { return }
    let part = pixels(rect)
    use(color)
    // Its end is where the value is, between two pixels if need be; its sides are sharp.
    switch growth {
    case .right:
      let right = rect.right * Self.cell.width
      unsafe cairo_rectangle(context, part.x, part.y, max(right - part.x, 0), part.height)
    case .up:
      let top = rect.y * Self.cell.height
      let bottom = part.y + part.height
      unsafe cairo_rectangle(context, part.x, top, part.width, max(bottom - top, 0))
    }
    unsafe cairo_fill(context)
  }

  private func units(_ weight: Weight) -> Double {
    switch weight {
    case .hair: 1 / scale * max(scale.rounded(.down), 1)
    case .line: 1.4
    case .bold: 2
    }
  }

  public func rule(_ from: Point, _ to: Point, _ color: Color, _ weight: Weight) {
    guard from.x.isFinite, from.y.isFinite, to.x.isFinite, to.y.isFinite else { return }
    use(color)
    let thick = max((units(weight) * scale).rounded(), 1) / scale
    let (left, top) = (min(from.x, to.x) * Self.cell.width, min(from.y, to.y) * Self.cell.height)
    let (right, bottom) = (
      max(from.x, to.x) * Self.cell.width, max(from.y, to.y) * Self.cell.height
    )
    if from.y == to.y {
      let y = snap(top - thick / 2)
      unsafe cairo_rectangle(context, snap(left), y, snap(right) - snap(left), thick)
    } else {
      let x = snap(left - thick / 2)
      unsafe cairo_rectangle(context, x, snap(top), thick, snap(bottom) - snap(top))
    }
    unsafe cairo_fill(context)
  }

  public func path(_ points: [Point], _ color: Color, _ weight: Weight) {
    use(color)
    unsafe cairo_set_line_width(context, units(weight))
    var isOpen = false
    for point in points {
      guard point.x.isFinite, point.y.isFinite else {
        isOpen = false
        continue
      }
      let (x, y) = (point.x * Self.cell.width, point.y * Self.cell.height)
      if isOpen { unsafe cairo_line_to(context, x, y) } else { unsafe cairo_move_to(context, x, y) }
      isOpen = true
    }
    unsafe cairo_stroke(context)
  }

  public func spans(_ spans: [Span], _ color: Color) {
    use(color)
    for span in spans where span.top.isFinite && span.bottom.isFinite {
      let left = snap(span.x * Self.cell.width)
      let right = max(snap((span.x + span.width) * Self.cell.width), left + 1 / scale)
      let top = span.top * Self.cell.height
      let bottom = max(span.bottom * Self.cell.height, top + 1)
      unsafe cairo_rectangle(context, left, top, right - left, bottom - top)
    }
    unsafe cairo_fill(context)
  }

  public func dots(_ points: [Point], _ color: Color) {
    use(color)
    for point in points where point.x.isFinite && point.y.isFinite {
      let (x, y) = (point.x * Self.cell.width, point.y * Self.cell.height)
      unsafe cairo_rectangle(context, x - 0.8, y - 0.8, 1.6, 1.6)
    }
    unsafe cairo_fill(context)
  }

  // MARK: heat maps

  public func heat(_ map: HeatMap, in rect: Rect) {
    guard map.columns > 0, map.rows > 0 else { return }
    let stride = Int(
      cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, Int32(map.columns)))
    let line = stride / 4
    var pixels = Array(repeating: map.ground.hex, count: line * map.rows)
    let table = map.colors.table.map(\.hex)
    for row in 0..<map.rows {
      for column in 0..<map.columns {
        let value = map.values[row * map.columns + column]
        guard !value.isNaN else { continue }
        pixels[row * line + column] = table[value > 0 ? Int(min(value, 1) * 255 + 0.5) : 0]
      }
    }
    let part = self.pixels(rect)
    unsafe pixels.withUnsafeMutableBytes { bytes in
      let image = unsafe cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24,
        Int32(map.columns), Int32(map.rows), Int32(stride))
      unsafe cairo_save(context)
      unsafe cairo_translate(context, part.x, part.y)
      unsafe cairo_scale(
        context, part.width / Double(map.columns), part.height / Double(map.rows))
      unsafe cairo_set_source_surface(context, image, 0, 0)
      unsafe cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
      unsafe cairo_rectangle(context, 0, 0, Double(map.columns), Double(map.rows))
      unsafe cairo_fill(context)
      unsafe cairo_restore(context)
      // cairo may keep it for a PDF: its own copy, since this memory goes.
      unsafe cairo_surface_flush(image)
      unsafe cairo_surface_finish(image)
      unsafe cairo_surface_destroy(image)
    }
  }
}
