import Foundation
import Testing

@Suite struct InstallTests {
  private static let make = """
    make -s -C "$PROJECT" BUILD="$PRODUCTS" DESTDIR="$PWD/tree"
    """
  private static let environment = ["PROJECT": project.path, "PRODUCTS": products.path]

  @Test func `what is installed stands where it is looked for, and all of it goes again`() throws {
    let outcome = try shell(
      """
      set -e
      \(Self.make) install-files
      mkdir conf; export XDG_CONFIG_HOME=$PWD/conf
      cd tree/usr/local; find . -type f | sort; bin/sm-eq --list >&2; cd "$OLDPWD"
      \(Self.make) uninstall
      find tree -type f >left; test ! -s left
      """, environment: Self.environment)
    #expect(outcome.status == 0)
    #expect(outcome.errors.split(separator: "\n").map(String.init) == PresetFolderTests.names)
    for tool in ManualTests.tools {
      for path in [
        "bin/\(tool)", "share/man/man1/\(tool).1", "share/bash-completion/completions/\(tool)",
        "share/zsh/site-functions/_\(tool)", "share/fish/vendor_completions.d/\(tool).fish",
      ] { #expect(outcome.lines.contains("./" + path), "\(path)") }
    }
    #expect(outcome.lines.contains("./share/signalmetric/pipelines/measure.sh"))
    #expect(outcome.lines.contains("./share/doc/signalmetric/README.md"))
  }

  @Test func `the version has one home`() throws {
    let outcome = try shell(
      "make -s -C \"$PROJECT\" -n deb | grep -c \"/deb .build/deb $(sm-eq --version | head -n 1 | sed 's/.* //')$\"",
      environment: Self.environment)
    #expect(outcome.text == "1\n")
  }
}
