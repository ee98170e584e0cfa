import CCairo
import Glibc

extension CairoCanvas {
  private static let family = "DejaVu Sans"

  private func select(_ face: Face) {
    let isHeavy = face == .bold || face == .title
    unsafe cairo_select_font_face(
      context, Self.family, CAIRO_FONT_SLANT_NORMAL,
      isHeavy ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    let size: Double =
      switch face {
      case .plain, .bold: 12
      case .small: 10.5
      case .title: 14
      }
    unsafe cairo_set_font_size(context, size)
  }

  private func extents(_ text: String) -> cairo_text_extents_t {
    var found = cairo_text_extents_t()
    unsafe cairo_text_extents(context, text, &found)
    return found
  }

  public func width(_ text: String, _ face: Face) -> Double {
    select(face)
    return extents(text).x_advance / Self.cell.width
  }

  public func text(
    _ text: String, _ at: Point, _ color: Color, _ anchor: Anchor, _ face: Face
  ) {
    guard at.x.isFinite, at.y.isFinite else { return }
    let clean = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? "?" : $0 }))
    select(face)
    use(color)
    var x = at.x * Self.cell.width
    if anchor != .left {
      let long = extents(clean).x_advance
      x -= anchor == .centre ? long / 2 : long
    }
    // The middle of a line's height, for every face.
    let baseline = (at.y + 0.5) * Self.cell.height + (face == .title ? 5 : 4.4)
    unsafe cairo_move_to(context, snap(x), snap(baseline))
    unsafe cairo_show_text(context, clean)
  }

  public func digits(_ text: String, in rect: Rect, _ color: Color) {
    unsafe cairo_select_font_face(
      context, Self.family, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD)
    let tall = rect.height * Self.cell.height
    unsafe cairo_set_font_size(context, tall / 0.73)
    let fit = min(rect.width * Self.cell.width / max(extents(text).x_advance, 1), 1)
    unsafe cairo_set_font_size(context, tall * fit / 0.73)
    use(color)
    let x = (rect.x + rect.width / 2) * Self.cell.width - extents(text).x_advance / 2
    let bottom = rect.bottom * Self.cell.height - tall * (1 - fit) / 2
    unsafe cairo_move_to(context, snap(x), snap(bottom))
    unsafe cairo_show_text(context, text)
  }
}
