import Foundation
import Testing

private let name = "<b>&\"quotes\" 'x'.wav"

/// Makes a page of three files: one with a name to be careful with, mono, and silence.
private func page(_ words: String, _ then: String) throws -> Outcome {
  try shell(
    """
    sm-capture --demo --duration 10 -t wav >"$NAME"
    sm-capture --tone 440 --duration 1 -c 1 -t wav >mono.wav
    sm-capture --silence --duration 2 -t wav >silent.wav
    "$PIPELINES"/loudness-report.sh \(words) -- "$NAME" mono.wav silent.wav gone.wav >table
    status=$?
    \(then)
    exit $status
    """, environment: pipelines.merging(["NAME": name]) { $1 })
}

private func count(_ part: String, in text: String) -> Int {
  text.components(separatedBy: part).count - 1
}

@Suite struct ReportPageTests {
  @Test func `the page is one file with everything in it`() throws {
    let made = try page("--html page.html", "cat page.html; ls page.html.part")
    #expect(made.status == 1 && made.errors.contains("gone.wav: open: No such file"))
    let text = made.text
    #expect(count("<section ", in: text) == 3 && count("</section>", in: text) == 3)
    #expect(count("<svg ", in: text) == 3 && count("<img ", in: text) == 3)
    // Nothing is fetched from elsewhere, and nothing runs.
    for word in ["http:", "https:", "<script", "<link", "url(", "file:"] {
      #expect(!text.contains(word), "\(word)")
    }
    // The name is text wherever it stands.
    #expect(count("&lt;b&gt;&amp;&quot;quotes&quot; 'x'.wav", in: text) >= 4)
    #expect(!text.contains("<b>"))
    #expect(text.contains("<li>gone.wav: open: No such file or directory</li>"))
    #expect(made.errors.contains("page.html.part"), "no half page is left")
  }

  @Test func `pictures have words, tables have headers, both colour schemes are there`() throws {
    let text = try page("--html page.html", "cat page.html").text
    #expect(count(" alt=\"Timeline of ", in: text) == 3)
    #expect(count("role=\"img\" aria-labelledby=\"wave-", in: text) == 3)
    #expect(count("<desc id=\"wave-", in: text) == 3 && count("<title id=\"wave-", in: text) == 3)
    #expect(count("<table", in: text) == count("<caption", in: text))
    #expect(count("<th>", in: text) == 0 && count("<th scope=\"row\">", in: text) == 3)
    #expect(text.contains("<html lang=\"en\">") && text.contains("name=\"viewport\""))
    #expect(count("prefers-color-scheme: dark", in: text) == 1 + 3)
    #expect(text.contains("@media print") && text.contains("@page"))
  }

  @Test func `spectrograms are whole PNGs`() throws {
    let text = try page("--html page.html", "cat page.html").text
    let parts = text.components(separatedBy: "data:image/png;base64,").dropFirst()
    #expect(parts.count == 6)
    for part in parts {
      let data = try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" })))
      let image = try PNGImage(data)
      #expect(image.width == 960 && image.height == 250)
    }
  }

  @Test func `findings stand in the page, and in the waveform at their time`() throws {
    let text = try page("--html page.html --target -23", "cat page.html").text
    #expect(text.contains("<td>0:08.50</td><td>0:08.60</td><td>C</td><td>clipping: 200 events"))
    #expect(text.contains("<td>0:00.00</td><td>0:02.00</td><td>S</td><td>silence: below −60 dBFS"))
    #expect(text.contains("Outside: 8.9 LU above the target, true peak over −1 dBTP."))
    // 8.5 s of 10 in a plot from 56 to 880.
    let clipping = try #require(text.range(of: "<rect class=\"clipping\""))
    let start = text[clipping.upperBound...].components(separatedBy: " x=\"")[1]
    let x = try #require(Double(start.prefix { $0 != "\"" }))
    #expect(abs(x - (56 + 824 * 0.85)) <= 1.5, "\(x)")
    #expect(count("<rect class=\"silence\"", in: text) == 1)
  }

  @Test(
    .enabled(if: has("weasyprint") || has("chromium"), "weasyprint is not installed"))
  func `the same stands on paper`() throws {
    let made = try page("--pdf page.pdf", "head -c 5 page.pdf")
    #expect(made.text == "%PDF-", "\(made.errors)")
  }

  @Test func `without a program that prints pages it says which to install`() throws {
    let made = try shell(
      """
      mkdir bin
      for tool in sh dirname readlink grep cat sed tr getopt; do ln -s "$(command -v $tool)" bin/; done
      PATH=${PATH%%:*}:$PWD/bin
      "$PIPELINES"/loudness-report.sh --pdf x.pdf x.wav
      """, environment: pipelines)
    made.expectRefusal(1, "loudness-report.sh", "install the Debian package weasy")
  }

  @Test func `a page that cannot be written is an error`() throws {
    let made = try page("--html none/page.html", "true")
    #expect(made.status == 1)
    #expect(made.errors.contains("loudness-report.sh: none/page.html: cannot be written"))
  }
}
