import DSP

/// What LS and HS with a Q mean: Equalizer APO and REW take the frequency as the corner, old AutoEq files
/// and the collections made from them as the centre.
public enum ShelfMeaning: String, Sendable, CaseIterable {
  case corner
  case centre
  case auto
}

extension Preset {
  /// Whether the file looks like one of those whose LS and HS mean the centre.
  ///
  /// Bells and shelves with a Q only, all shelves with 0.70 or 0.71, a preamp, and several filters.
  public var meansCentre: Bool {
    var (filters, shelves) = (0, 0)
    var hasPreamp = false
    for line in lines {
      switch line.content {
      case .preamp: hasPreamp = true
      case .filter(let filter):
        guard case .q(let q) = filter.width else { return false }
        filters += 1
        if filter.kind.isCornerShelf {
          guard 0.6999...0.7101 ~= q else { return false }
          shelves += 1
        } else if filter.kind != .peaking {
          return false
        }
      default: return false
      }
    }
    return hasPreamp && shelves > 0 && filters >= 3
  }

  /// Makes every LS and HS with a Q what it means.
  ///
  /// - Parameter meaning: `auto` decides by the look of the file.
  public mutating func settleShelves(_ meaning: ShelfMeaning) {
    let isGuess = meaning == .auto && meansCentre
    guard meaning == .centre || isGuess else { return }
    var first: Place?
    for index in lines.indices {
      guard case .filter(var filter) = lines[index].content, filter.kind.isCornerShelf,
        case .q = filter.width
      else { continue }
      filter.kind = filter.kind == .lowShelfCorner ? .lowShelf : .highShelf
      lines[index].content = .filter(filter)
      first = first ?? lines[index].place
    }
    guard isGuess, let first else { return }
    remarks.append(
      PresetRemark(
        place: first,
        text: "LS and HS taken as AutoEq means them, the frequency as the centre of the slope; "
          + "--ls-means corner takes it as Equalizer APO does",
        isDoubtful: false))
  }
}
