import CFFTW
import Synchronization

/// FFTW plans for one caller at a time; what is planned can run anywhere.
private let planner = Mutex(())

/// FFTW's plan with the aligned memory that it works on; whoever makes one destroys it.
@safe struct TransformPlan {
  let length: Int
  private let plan: fftwf_plan
  private let input: UnsafeMutablePointer<Float>
  /// Real and imaginary part of each bin in turn.
  private let output: UnsafeMutablePointer<Float>

  init(length: Int, measured: Bool) throws(FourierError) {
    precondition(length >= 2 && length % 2 == 0)
    self.length = length
    guard let input = unsafe fftwf_alloc_real(length),
      let complex = unsafe fftwf_alloc_complex(length / 2 + 1)
    else { throw .noPlan(length: length) }
    let (from, to) = (UInt(bitPattern: input), UInt(bitPattern: complex))
    // only addresses pass a lock
    let address = planner.withLock { _ in
      unsafe UInt(
        bitPattern: fftwf_plan_dft_r2c_1d(
          Int32(length), UnsafeMutablePointer(bitPattern: from),
          UnsafeMutablePointer(bitPattern: to), measured ? sm_fftw_measure() : sm_fftw_estimate()))
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
}
