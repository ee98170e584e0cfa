/// Copies `count` samples from one array into another.
func copySamples(
  _ source: [Float], from first: Int, to target: inout [Float], at place: Int, count: Int
) {
  var output = target.mutableSpan
  precondition(first >= 0 && place >= 0 && count >= 0)
  precondition(first + count <= source.count && place + count <= output.count)
  for i in 0..<count { output[place &+ i] = source[first &+ i] }
}

/// Moves `count` samples from further back to the front of an array.
func moveToFront(_ samples: inout [Float], from first: Int, count: Int) {
  var span = samples.mutableSpan
  precondition(first >= 0 && count >= 0 && first + count <= span.count)
  for i in 0..<count { span[i] = span[first &+ i] }
}
