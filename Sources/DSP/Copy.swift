/// Copies `count` samples from one array into another.
func copySamples(
  _ source: [Float], from first: Int, to target: inout [Float], at place: Int, count: Int
) {
  precondition(first >= 0 && place >= 0 && count >= 0)
  precondition(first + count <= source.count && place + count <= target.count)
  unsafe source.withUnsafeBytes { source in
    unsafe target.withUnsafeMutableBytes { target in
      let stretch = unsafe source[4 * first..<4 * (first + count)]
      let room = unsafe target[4 * place..<4 * (place + count)]
      unsafe UnsafeMutableRawBufferPointer(rebasing: room).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: stretch))
    }
  }
}

/// Moves `count` samples from further back to the front of an array.
func moveToFront(_ samples: inout [Float], from first: Int, count: Int) {
  precondition(first >= 0 && count >= 0 && first + count <= samples.count)
  unsafe samples.withUnsafeMutableBytes { samples in
    let stretch = unsafe samples[4 * first..<4 * (first + count)]
    // which may overlap
    unsafe samples.copyMemory(from: UnsafeRawBufferPointer(rebasing: stretch))
  }
}

/// Copies `count` samples that stand evenly apart side by side into another array.
func copySamples(
  _ source: [Float], from first: Int, every stride: Int, to target: inout [Float], at place: Int,
  count: Int
) {
  guard stride > 1, count > 0 else {
    return copySamples(source, from: first, to: &target, at: place, count: count)
  }
  precondition(first >= 0 && first + (count - 1) * stride < source.count)
  var output = target.mutableSpan
  precondition(place >= 0 && place + count <= output.count)
  if stride == 2 {
    for index in 0..<count { output[place &+ index] = source[first &+ 2 &* index] }
  } else {
    for index in 0..<count { output[place &+ index] = source[first &+ stride &* index] }
  }
}
