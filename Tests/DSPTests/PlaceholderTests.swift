import Testing

@testable import DSP
