import Testing

@testable import SoundFile
