// SampleIO
