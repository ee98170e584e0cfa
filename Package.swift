// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: String...) -> Target {
  .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func tool(_ name: String, _ dependencies: String...) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: String...) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies.map { .byName(name: $0) },
    swiftSettings: [.swiftLanguageMode(.v6)])
}

let package = Package(
  name: "signalmetric",
  targets: [
    // C libraries from Debian, a module map and a shim each
    .systemLibrary(name: "CSndfile"),
    .systemLibrary(name: "CSoxr"),
    .systemLibrary(name: "CRubberBand"),
    .systemLibrary(name: "CFFTW"),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CCairo"),

    // libraries, lowest first
    library("DSP"),
    library("Fourier", "CFFTW"),
    library("SoundFile", "CSndfile"),
    library("Resampling", "CSoxr"),
    library("Stretching", "CRubberBand"),
    library("SampleIO", "CGetopt", "SoundFile"),
    library("Analysis", "DSP", "Fourier"),
    library("Presets", "DSP"),
    library("Drawing", "CCairo"),
    library("Views", "SampleIO", "Drawing"),

    // tools
    tool("sm-capture", "SampleIO", "DSP"),
    tool("sm-effect", "SampleIO", "DSP", "Stretching"),
    tool("sm-eq", "SampleIO", "DSP", "Presets"),
    tool("sm-fft", "SampleIO", "Analysis", "DSP", "Fourier"),
    tool("sm-loudness", "SampleIO", "Analysis"),
    tool("sm-resample", "SampleIO", "DSP", "Resampling"),
    tool("sm-render", "SampleIO", "DSP", "Drawing", "Views"),
    tool("sm-scope", "SampleIO", "Analysis"),

    // tests mirror the libraries; Tool runs the built tools as processes
    tests("DSP", "DSP"),
    tests("Fourier", "Fourier", "DSP"),
    tests("SoundFile", "SoundFile"),
    tests("Resampling", "Resampling"),
    tests("Stretching", "Stretching"),
    tests("SampleIO", "SampleIO"),
    tests("Analysis", "Analysis", "DSP"),
    tests("Presets", "Presets", "DSP"),
    tests("Drawing", "Drawing"),
    tests("Views", "Views", "Drawing", "SampleIO"),
    tests(
      "Tool", "SampleIO", "CCairo", "sm-capture", "sm-effect", "sm-eq", "sm-fft", "sm-loudness",
      "sm-render", "sm-resample", "sm-scope"),
  ]
)
