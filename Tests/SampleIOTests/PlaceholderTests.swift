import Testing

@testable import SampleIO
