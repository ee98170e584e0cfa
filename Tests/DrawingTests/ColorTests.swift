import Foundation
import Testing

@testable import Drawing

/// Lightness and the two colour axes of OKLab. Source: B. Ottosson, 2020.
private func oklab(_ color: Color) -> SIMD3<Double> {
  let linear = { (part: UInt8) -> Double in
    let value = Double(part) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
  let (r, g, b) = (linear(color.red), linear(color.green), linear(color.blue))
  let l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  let m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  let s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return SIMD3(
    0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)
}

private func map(_ text: String) throws -> ColorMap {
  try #require(ColorMap(text, ground: Color(0x102030)))
}

@Suite struct ColorTests {
  @Test(arguments: ["magma", "viridis", "inferno", "grey"])
  func `lightness rises along a uniform map`(name: String) throws {
    let lightness = try map(name).table.map { oklab($0).x }
    #expect(zip(lightness, lightness.dropFirst()).allSatisfy { $0 <= $1 + 0.002 })
    let eighths = stride(from: 0, through: 255, by: 15).map { lightness[$0] }
    #expect(zip(eighths, eighths.dropFirst()).allSatisfy { $0 < $1 })
  }

  // measures.md 2.7: the CAM02 figure is 0.01; OKLab sees the same maps a little less even.
  @Test(arguments: ["viridis", "magma", "inferno"])
  func `equal steps look alike in the upper part of a map`(name: String) throws {
    let table = try map(name).table
    let places = stride(from: 63, through: 255, by: 16).map { oklab(table[$0]) }
    let steps = zip(places, places.dropFirst()).map { one, two in
      ((two - one) * (two - one)).sum().squareRoot()
    }
    let mean = steps.reduce(0, +) / Double(steps.count)
    let spread = steps.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(steps.count)
    #expect(spread.squareRoot() / mean < 0.25)
  }

  @Test func `anchors are where they are published`() throws {
    let magma = try map("magma")
    #expect(magma.color(0) == Color(0x000004))
    #expect(magma.color(1) == Color(0xFCFDBF))
    let viridis = try map("viridis")
    #expect(viridis.color(0) == Color(0x440154) && viridis.color(1) == Color(0xFDE725))
    // Half way between two steps of 256, within one of each part.
    let middle = viridis.color(0.5)
    #expect(abs(Int(middle.green) - 0x91) <= 1 && abs(Int(middle.blue) - 0x8C) <= 1)
  }

  // features.md 5.1, over black.
  @Test(arguments: [
    (Float(0), UInt32(0x000000)), (0.2, 0x173F5A), (0.4, 0x5990CA), (0.6, 0xCF9ADF),
    (0.8, 0xFB8F6D), (1, 0xFF426C),
  ])
  func `AudioKit's gradient has its six stops`(value: Float, hex: UInt32) throws {
    #expect(try map("audiokit").color(value) == Color(hex))
  }

  @Test func `levels 20 dB apart are a fifth of the map apart`() throws {
    let grey = try map("grey")
    #expect(Int(grey.color(0.8).red) - Int(grey.color(0.6).red) == 51)
  }

  @Test func `what is no number, or outside, gets an end`() throws {
    let magma = try map("magma")
    #expect(magma.color(.nan) == magma.color(0) && magma.color(-.infinity) == magma.color(0))
    #expect(magma.color(7) == magma.color(1))
  }

  @Test func `own colours make a map, one alone stands on the ground`() throws {
    #expect(try map("#000000,ff0000").color(1) == Color(0xFF0000))
    let single = try map("#00ff00")
    #expect(single.color(0) == Color(0x102030) && single.color(1) == Color(0x00FF00))
    for text in ["", "mauve", "#12345", "#000000,", "#gg0000", "#+12345"] {
      #expect(ColorMap(text, ground: Color(0)) == nil, "\(text)")
    }
  }

  @Test func `the nearest of fewer colours is found`() {
    #expect(Color(0xFF0000).paletteIndex == 196)
    #expect(Color(0x808080).paletteIndex == 244)
    #expect(Color(0x000000).paletteIndex == 16)
    #expect(Color(0x000000).basicIndex == 0 && Color(0xFFFFFF).basicIndex == 15)
    #expect(Color(0xEA6552).basicIndex == 9)
  }

  @Test func `every appearance has text that can be read`() throws {
    for name in Theme.names {
      let theme = try #require(Theme.named(name))
      #expect(abs(oklab(theme.ink).x - oklab(theme.panel).x) > 0.5, "\(name)")
      #expect(abs(oklab(theme.dim).x - oklab(theme.ground).x) > 0.3, "\(name)")
    }
    #expect(Theme.named("plaid") == nil)
    // AudioEngine's colours.
    #expect(Theme.studio.ground == Color(0x1D2025) && Theme.studio.bad == Color(0xEA6552))
  }
}
