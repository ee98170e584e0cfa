import Foundation
import Testing

/// A name that is no UTF-8: "grün" in Latin 1.
private let latin = "n=$(printf 'gr\\374n'); sm-capture --tone --duration 1 -t wav >$n.wav; "

@Suite struct `Any name is a name` {
  @Test(arguments: [
    "sm-capture -- $n.wav", "sm-capture -i $n.wav", "sm-loudness -i $n.wav", "sm-fft -i $n.wav",
    "sm-scope -i $n.wav", "sm-eq -i $n.wav", "sm-resample 44100 -i $n.wav",
    "sm-effect low -i $n.wav", "sm-render json -i $n.wav", "sm-render compare $n.wav -i $n.wav",
    "sm-capture --probe $n.wav",
    "sm-render wav -o $n.flac -i $n.wav && sm-capture $n.flac",
    "echo 'Preamp: -3 dB' >$n.txt; sm-eq -p $n.txt -i $n.wav",
    "mkdir -p $n/signalmetric/presets; echo 'Preamp: -3 dB' >$n/signalmetric/presets/quiet; "
      + "XDG_CONFIG_HOME=$PWD/$n sm-eq -p quiet -i $n.wav",
    "cd $n.d; sm-capture $PWD/$n.wav",
  ]) func `a file whose name is no UTF-8 is read`(_ line: String) throws {
    let run = try shell(latin + "mkdir $n.d; cp $n.wav $n.d; set -o pipefail; \(line) >out")
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test(arguments: [
    "sm-capture $n.wav | sm-render wav -o $n.new --type wav",
    "mkdir r; sm-capture -q --record r/$n.wav $n.wav >r/x; mv r/$n.wav $n.new; rm -r r",
    "sm-capture $n.wav | sm-render waveform -o $n.png && mv $n.png $n.new",
    "sm-capture $n.wav | sm-render picofox -o $n.new",
    "mkdir $n.d; TMPDIR=$n.d sm-render wav -t flac -i $n.wav >$n.new; rmdir $n.d",
  ]) func `a file gets the name it was given`(_ line: String) throws {
    let run = try shell(
      latin + line + "; echo $?; test -s $n.new; echo $?; rm $n.new $n.wav; ls")
    #expect(run.text == "0\n0\n")
    #expect(run.errors == "")
  }

  @Test func `a name of characters for private use is one, too`() throws {
    let run = try shell(
      "n=$(printf '\\364\\217\\276\\200\\364\\217\\277\\277').wav; "
        + "sm-capture --tone --duration 1 | sm-render wav -o $n; ls $n; sm-capture $n | wc -c")
    #expect(run.errors == "")
    #expect(run.lines.first == "\u{10FF80}\u{10FFFF}.wav")
  }

  @Test func `records, JSON and the screen hold text`() throws {
    let run = try shell(
      latin + "sm-capture $n.wav >a.sm; sm-render json --last -i a.sm; sm-render text -i a.sm")
    #expect(String(validating: run.output, as: UTF8.self) != nil)
    #expect(run.lines.first?.contains("\"name\":\"gr\u{FFFD}n.wav\"") == true)
    #expect(run.lines.dropFirst().first?.hasPrefix("gr\u{FFFD}n.wav: 1.0 s") == true)
  }

  @Test func `what is not there is called so in one harmless line`() throws {
    let run = try shell("sm-capture -- $(printf 'gr\\374n')$'\\e[2J\\n.wav'")
    #expect(run.errors == "sm-capture: gr?n?[2J?.wav: open: No such file or directory\n")
  }

  @Test(arguments: ["$(printf 'gr\\374n').wav", "$'a\\\\tb \\'c.wav'"])
  func `pipelines take it, too`(_ name: String) throws {
    let run = try shell(
      "n=\(name); sm-capture --tone --duration 1 -t wav >\"$n\"; "
        + "\"$PIPELINES\"/measure.sh \"$n\" && \"$PIPELINES\"/loudness-report.sh \"$n\" && "
        + "\"$PIPELINES\"/batch.sh -o out.jsonl \"$n\"",
      environment: pipelines)
    #expect(run.status == 0)
    #expect(run.errors == "batch.sh: 1 done now, 1 lines in out.jsonl, 0 failed\n")
  }
}

/// A name that would change colours, and end a line.
private let wild = "n=$'a\\e[31m\\nb\\xc2\\x9b.wav'; "

@Suite struct `Names do nothing to a terminal` {
  @Test(arguments: [
    "sm-capture --probe \"$n\"", "sm-render text -i \"$n\"", "sm-capture nosuch\"$n\"",
    "sm-render check 'frames < 0' -i \"$n\"", "sm-render compare nosuch\"$n\" -i \"$n\"",
    "sm-eq -p \"$n\" -i \"$n\"", "sm-eq --check -p \"$n.txt\"",
    "sm-render picofox --check-device \"$n.d\"",
    "\"$PIPELINES\"/measure.sh \"$n\"", "\"$PIPELINES\"/measure.sh nosuch\"$n\"",
    "\"$PIPELINES\"/loudness-report.sh \"$n\"", "\"$PIPELINES\"/loudness-report.sh nosuch\"$n\"",
  ]) func `whatever they hold`(_ line: String) throws {
    let run = try shell(
      wild + "sm-capture --tone --duration 1 -t wav >\"$n\"; echo 'Preamp: -3 dB' >\"$n.txt\"; "
        + "mkdir \"$n.d\"; echo CALLSIGN=A >\"$n.d/settings.txt\"; " + line,
      environment: pipelines)
    let shown = run.text + run.errors
    #expect(shown.contains("a?[31m?b?"))
    #expect(
      shown.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    #expect(run.errors.split(separator: "\n").count <= 1)
  }

  @Test(arguments: ["measure.sh", "loudness-report.sh"])
  func `columns stand under each other, whatever the letters`(_ script: String) throws {
    let names = ["plain.wav", "ÄÖÜäöüß.wav", "日本語.wav", String(repeating: "é", count: 40) + ".wav"]
    let run = try shell(
      "sm-capture --tone --duration 1 -t wav >t.wav; for n in \(names.joined(separator: " ")); "
        + "do cp t.wav $n; done; \"$PIPELINES\"/\(script) \(names.joined(separator: " "))",
      environment: pipelines)
    let rows = run.lines.filter { $0.contains(" -20.0") && !$0.hasPrefix("  ") }
    #expect(rows.count == names.count)
    #expect(Set(rows.map { Array($0.dropFirst(28)) }).count == 1)
    #expect(rows.last?.hasPrefix(String(repeating: "é", count: 27) + "~") == true)
  }
}
