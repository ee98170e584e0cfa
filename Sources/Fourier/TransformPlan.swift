import CFFTW
import Synchronization

/// FFTW plans for one caller at a time; what is planned can run anywhere.
private let planner = Mutex(())

/// FFTW's plan of a complex transform with the aligned memory that it works on; whoever makes one destroys it.
///
/// Real and imaginary parts stand in rows of their own: FFTW is faster so, and nothing has to be interleaved.
@safe struct TransformPlan {
  let points: Int
  /// What is transformed.
  let realInput: UnsafeMutablePointer<Float>
  let imaginaryInput: UnsafeMutablePointer<Float>
  /// Real and imaginary part of each bin; behind the last the first stands once more.
  let real: UnsafeMutablePointer<Float>
  let imaginary: UnsafeMutablePointer<Float>
  private let plan: fftwf_plan

  /// - Parameters:
  ///   - points: 1 or more.
  ///   - length: of what is transformed, for the message.
  ///   - measured: whether FFTW tries which way is fastest.
  /// - Throws: `noPlan`.
  init(points: Int, for length: Int, measured: Bool) throws(FourierError) {
    // rows at the same place of their pages would be in each other's way in the cache
    let row = (points + 31) / 16 * 16
    guard let memory = unsafe fftwf_alloc_real(4 * row) else { throw .noPlan(length: length) }
    // only addresses pass a lock
    let base = UInt(bitPattern: memory)
    let address = planner.withLock { _ in
      let rows = unsafe UnsafeMutablePointer<Float>(bitPattern: base)
      var size = fftwf_iodim(n: Int32(points), is: 1, os: 1)
      return unsafe UInt(
        bitPattern: fftwf_plan_guru_split_dft(
          1, &size, 0, nil, rows, rows.map { unsafe $0 + row }, rows.map { unsafe $0 + 2 * row },
          rows.map { unsafe $0 + 3 * row }, measured ? sm_fftw_measure() : sm_fftw_estimate()))
    }
    guard let plan = unsafe fftwf_plan(bitPattern: address) else {
      unsafe fftwf_free(memory)
      throw .noPlan(length: length)
    }
    self.points = points
    unsafe self.plan = plan
    unsafe realInput = memory
    unsafe imaginaryInput = memory + row
    unsafe real = memory + 2 * row
    unsafe imaginary = memory + 3 * row
  }

  func destroy() {
    let address = unsafe UInt(bitPattern: plan)
    planner.withLock { _ in unsafe fftwf_destroy_plan(fftwf_plan(bitPattern: address)) }
    unsafe fftwf_free(realInput)
  }

  /// Transforms what stands in the two rows.
  func execute() {
    unsafe fftwf_execute(plan)
    unsafe real[points] = real[0]
    unsafe imaginary[points] = imaginary[0]
  }
}
