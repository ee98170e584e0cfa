import CFFTW
import Synchronization

/// FFTW plans for one caller at a time; what is planned can run anywhere.
private let planner = Mutex(())

/// FFTW's plan with the aligned memory that it works on; whoever makes one destroys it.
@safe struct TransformPlan {
  /// What is transformed: real numbers, or pairs of them as real and imaginary part.
  enum Kind { case real, pairs }

  let length: Int
  private let plan: fftwf_plan
  private let input: UnsafeMutablePointer<Float>
  /// Real and imaginary part of each bin in turn.
  private let output: UnsafeMutablePointer<Float>

  init(_ kind: Kind, length: Int, measured: Bool) throws(FourierError) {
    precondition(length >= 2 && length % 2 == 0)
    self.length = length
    let bins = kind == .real ? length / 2 + 1 : length
    guard let input = unsafe fftwf_alloc_real(kind == .real ? length : 2 * length),
      let complex = unsafe fftwf_alloc_complex(bins)
    else { throw .noPlan(length: length) }
    let (from, to) = (UInt(bitPattern: input), UInt(bitPattern: complex))
    // only addresses pass a lock
    let address = planner.withLock { _ in
      let effort = measured ? sm_fftw_measure() : sm_fftw_estimate()
      return switch kind {
      case .real:
        unsafe UInt(
          bitPattern: fftwf_plan_dft_r2c_1d(
            Int32(length), UnsafeMutablePointer(bitPattern: from),
            UnsafeMutablePointer(bitPattern: to), effort))
      case .pairs:
        unsafe UInt(
          bitPattern: fftwf_plan_dft_1d(
            Int32(length), UnsafeMutablePointer(bitPattern: from),
            UnsafeMutablePointer(bitPattern: to), FFTW_FORWARD, effort))
      }
    }
    guard let plan = unsafe fftwf_plan(bitPattern: address) else {
      unsafe fftwf_free(input)
      unsafe fftwf_free(complex)
      throw .noPlan(length: length)
    }
    unsafe self.plan = plan
    unsafe self.input = input
    unsafe output = UnsafeMutableRawPointer(complex).assumingMemoryBound(to: Float.self)
  }

  func destroy() {
    let address = unsafe UInt(bitPattern: plan)
    planner.withLock { _ in unsafe fftwf_destroy_plan(fftwf_plan(bitPattern: address)) }
    unsafe fftwf_free(input)
    unsafe fftwf_free(output)
  }

  func transform(_ samples: [Float], from first: Int, window: [Float]) {
    let (input, length) = unsafe (input, length)
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe window.withUnsafeBufferPointer { window in
        for index in 0..<length {
          unsafe input[index] = samples[first &+ index] * window[index]
        }
      }
    }
    unsafe fftwf_execute(plan)
  }

  /// Transforms two stretches of the same samples, as real and as imaginary part.
  func transform(_ samples: [Float], from first: Int, and second: Int, window: [Float]) {
    let (input, length) = unsafe (input, length)
    unsafe samples.withUnsafeBufferPointer { samples in
      unsafe window.withUnsafeBufferPointer { window in
        for index in 0..<length {
          unsafe input[2 &* index] = samples[first &+ index] * window[index]
          unsafe input[2 &* index &+ 1] = samples[second &+ index] * window[index]
        }
      }
    }
    unsafe fftwf_execute(plan)
  }

  func value(of bin: Int) -> (real: Float, imaginary: Float) {
    unsafe (output[2 * bin], output[2 * bin + 1])
  }

  func copySquares(into squares: inout [Float], scaledBy scale: Float) {
    let (output, bins) = unsafe (output, length / 2 + 1)
    unsafe squares.withUnsafeMutableBufferPointer { squares in
      for bin in 0..<bins {
        let real = unsafe output[2 &* bin]
        let imaginary = unsafe output[2 &* bin &+ 1]
        unsafe squares[bin] = (real * real + imaginary * imaginary) * scale
      }
    }
  }

  /// Squared magnitudes of what the real parts and what the imaginary parts would give alone.
  ///
  /// From Z(k) = A(k) + i B(k), where A and B are the transforms of real numbers:
  /// 2 A(k) = Z(k) + Z*(N − k), 2i B(k) = Z(k) − Z*(N − k).
  func copySquares(into first: inout [Float], and second: inout [Float], scaledBy scale: Float) {
    let (output, length) = unsafe (output, length)
    let half = length / 2
    let quarter = scale / 4
    unsafe first.withUnsafeMutableBufferPointer { first in
      unsafe second.withUnsafeMutableBufferPointer { second in
        for bin in stride(from: 0, through: half, by: half) {
          let (real, imaginary) = unsafe (output[2 * bin], output[2 * bin + 1])
          unsafe first[bin] = real * real * scale
          unsafe second[bin] = imaginary * imaginary * scale
        }
        for bin in 1..<half {
          let twin = length &- bin
          let (x, y) = unsafe (output[2 &* bin], output[2 &* bin &+ 1])
          let (u, v) = unsafe (output[2 &* twin], output[2 &* twin &+ 1])
          unsafe first[bin] = ((x + u) * (x + u) + (y - v) * (y - v)) * quarter
          unsafe second[bin] = ((y + v) * (y + v) + (x - u) * (x - u)) * quarter
        }
      }
    }
  }
}
