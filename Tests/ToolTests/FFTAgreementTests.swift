import Foundation
import Testing

/// Spectra beside those of other programs.
@Suite struct `sm-fft and others` {
  @Test(.enabled(if: (try? shell("python3 -c 'import numpy'").status) == 0, "no numpy"))
  func `bins are those of numpy for the demo's sound`() throws {
    let outcome = try shell(
      "sm-capture --demo --duration 3 -t raw >x.f32; "
        + "sm-fft -r 48000 -c 2 -f f32 -n 4096 --bins <x.f32 | sm-render json >x.json; "
        + "python3 - <<'E'\nimport json, numpy as np\n"
        + "x = np.fromfile('x.f32', '<f4').astype(float).reshape(-1, 2).mean(1)\n"
        + "w = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(4096) / 4096)\nworst = 0; count = 0\n"
        + "for line in open('x.json'):\n"
        + "  s = json.loads(line)['spectrum']; p = s['position'] + 1\n"
        + "  if s['gap']: continue\n"
        + "  a = np.abs(np.fft.rfft(x[p - 4096:p] * w)) * 2 / (4096 * 0.5)\n"
        + "  a[0] /= 2; a[-1] /= 2\n"
        + "  floor = 3e-7 * a.max()\n"
        + "  for k, b in enumerate(s['bins']):\n"
        + "    found = 0 if b is None else 10 ** (b / 20)\n"
        + "    worst = max(worst, abs(found - a[k]) / max(a[k], floor) if a[k] > 100 * floor "
        + "else abs(found - a[k]) / floor / 100); count += 1\n"
        + "print(count > 50000, worst < 0.01)\nE")
    #expect(outcome.text == "True True\n")
  }

  /// A recorded voice of alsa-utils.
  static let voice = "/usr/share/sounds/alsa/Front_Center.wav"

  /// The power |X(k)|² of bins 0…2,047 of each whole block of 4,096 samples, as SoX prints it.
  static func powersOfSoX() throws -> [[Double]] {
    let outcome = try shell("sox \(voice) -n stat -freq 2>&1 >/dev/null")
    let powers = outcome.lines.compactMap { line -> Double? in
      let words = line.split(separator: " ")
      guard words.count == 2, Double(words[0]) != nil else { return nil }
      return Double(words[1])
    }
    return stride(from: 0, through: powers.count - 2048, by: 2048).map {
      Array(powers[$0..<$0 + 2048])
    }
  }

  @Test(
    .enabled(
      if: (try? shell("sox --version && test -r \(voice)").status) == 0, "no sox, or no voice"))
  func `bins are those of SoX for a voice`() throws {
    let wanted = try Self.powersOfSoX()
    let outcome = try shell(
      "sm-fft -i \(Self.voice) -n 4096 -b 4096 --hop 4096 --window rectangular --bins --no-pcm"
        + " | sm-render json")
    var blocks = 0
    for object in try outcome.objects() {
      let spectrum = try #require(object["spectrum"] as? [String: Any])
      // the last block is no whole one: it repeats the spectrum before
      guard object["frames"] as? Int == 4096 else { continue }
      let bins = try #require(spectrum["bins"] as? [Any])
      let powers = try #require(wanted.indices.contains(blocks) ? wanted[blocks] : nil)
      let top = (powers.max() ?? 0).squareRoot()
      for (bin, power) in powers.enumerated() {
        // the peak of a sine is 2 |X| / N, but at 0 Hz
        let peak = (bins[bin] as? Double).map { pow(10, $0 / 20) } ?? 0
        let magnitude = peak * 4096 / (bin == 0 ? 1 : 2)
        // Float32 transforms differ by some 1e-6 of the highest bin, our level by 0.00005 dB,
        // SoX's power by 0.0000005
        let bound = 1e-5 * magnitude + 3e-6 * top
        #expect(abs(magnitude * magnitude - power) <= 2 * magnitude * bound + bound * bound + 1e-6)
      }
      blocks += 1
    }
    #expect(blocks == 16)
  }
}
