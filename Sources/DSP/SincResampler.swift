/// Changes the rate of a signal with a `SincKernel`, a block at a time.
///
/// Sums are Double, rounded once. There is no delay: output frame m stands at input frame
/// m × from / to, or at the last input frame if that comes first; where the kernel reaches over the
/// signal's ends, the weights inside count. How the input is cut into blocks changes no sample.
public struct SincResampler {
  public let kernel: SincKernel
  public let channels: Int

  private let table: SincTable
  private let isCopy: Bool
  /// For each channel the samples that may still be wanted, with a vector of zeros behind them.
  private var held: [[SIMD4<Double>]]
  /// The frame in the first lane, a multiple of 4.
  private var base = 0
  /// Frames put in.
  private var count = 0
  /// The next output frame.
  private var next = 0

  /// A resampler at the beginning of a signal.
  ///
  /// - Parameters:
  ///   - from: Hz, above 0.
  ///   - to: Hz, above 0; where both are equal the signal is copied.
  ///   - channels: of a frame, 1 or more.
  public init(from: Int, to: Int, channels: Int) {
    kernel = SincKernel(from: from, to: to)
    table = SincTable(kernel)
    isCopy = from == to
    self.channels = channels
    held = Array(repeating: [], count: channels)
  }

  /// Puts frames in and takes out what is ready.
  ///
  /// - Parameters:
  ///   - input: at least frames × channels samples, interleaved.
  ///   - frames: how many to put in.
  ///   - output: gets whole frames at its end.
  public mutating func process(_ input: [Float], frames: Int, into output: inout [Float]) {
    guard !isCopy else { return output.append(contentsOf: input[..<(frames * channels)]) }
    hold(input, frames)
    while lastSample(of: next) < count { take(&output, isEdge: firstSample(of: next) < 0) }
    forget()
  }

  /// Takes out the rest: after this nothing is put in.
  ///
  /// - Parameter output: gets whole frames at its end.
  public mutating func finish(into output: inout [Float]) {
    guard !isCopy else { return }
    while next < kernel.frames(count) { take(&output, isEdge: true) }
  }

  /// The input frame at or before an output frame.
  private func place(_ frame: Int) -> (sample: Int, phase: Int) {
    let (sample, phase) = (frame * kernel.step).quotientAndRemainder(dividingBy: kernel.phases)
    return (sample, phase)
  }

  private func firstSample(of frame: Int) -> Int { place(frame).sample + 1 - kernel.radius }

  private func lastSample(of frame: Int) -> Int { place(frame).sample + kernel.radius }

  private mutating func take(_ output: inout [Float], isEdge: Bool) {
    var (sample, phase) = place(next)
    next += 1
    // Behind the last sample nearly all weights are outside: what is left is no measure of anything.
    if sample >= count - 1 { (sample, phase) = (count - 1, 0) }
    guard isEdge else {
      let first = sample + 1 - kernel.radius - base
      for channel in 0..<channels {
        output.append(Float(table.sum(held[channel], at: first, phase: phase)))
      }
      return
    }
    let low = max(kernel.offsets.lowerBound, -sample)
    let high = min(kernel.offsets.upperBound, count - 1 - sample)
    let weights = kernel.weights(Double(phase) / Double(kernel.phases), min(low, high)...high)
    for channel in 0..<channels {
      var sum = 0.0
      for (index, weight) in weights.enumerated() {
        let place = sample + low + index - base
        sum += weight * held[channel][place >> 2][place & 3]
      }
      output.append(Float(sum))
    }
  }

  /// Puts samples behind those that are held.
  private mutating func hold(_ input: [Float], _ frames: Int) {
    let start = count - base
    let vectors = (start + frames + 3) / 4 + 1
    for channel in 0..<channels {
      var lanes: [SIMD4<Double>] = []
      swap(&lanes, &held[channel])
      if vectors > lanes.count {
        lanes.append(contentsOf: repeatElement(SIMD4(repeating: 0), count: vectors - lanes.count))
      }
      var frame = 0
      // One channel goes in four at a time, once a vector's beginning is reached.
      while frame < frames {
        let place = start &+ frame
        if channels == 1, place & 3 == 0, frame &+ 4 <= frames {
          lanes[place >> 2] = SIMD4(
            Double(input[frame]), Double(input[frame &+ 1]), Double(input[frame &+ 2]),
            Double(input[frame &+ 3]))
          frame &+= 4
        } else {
          lanes[place >> 2][place & 3] = Double(input[frame &* channels &+ channel])
          frame &+= 1
        }
      }
      swap(&lanes, &held[channel])
    }
    count += frames
  }

  /// Gives up samples that no later frame wants.
  private mutating func forget() {
    let unwanted = (firstSample(of: next) - base) / 4
    guard unwanted > 0, !held[0].isEmpty else { return }
    let gone = min(unwanted, held[0].count)
    for channel in 0..<channels { held[channel].removeFirst(gone) }
    base += 4 * gone
  }
}
