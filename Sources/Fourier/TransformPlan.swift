import CFFTW
import Synchronization

/// FFTW plans for one caller at a time; what is planned can run anywhere.
private let planner = Mutex(())

/// FFTW's plan of a complex transform with the aligned memory that it works on; whoever makes one destroys it.
///
/// Real and imaginary parts stand in rows of their own, which sums and products like best. FFTW does so only
/// for powers of two; other numbers of points are transformed as pairs.
@safe struct TransformPlan {
  /// From here on FFTW is faster with pairs.
  private static let mostSplit = 2048

  let points: Int
  /// What is transformed.
  let realInput: UnsafeMutablePointer<Float>
  let imaginaryInput: UnsafeMutablePointer<Float>
  /// Real and imaginary part of each bin; behind the last the first stands once more.
  let real: UnsafeMutablePointer<Float>
  let imaginary: UnsafeMutablePointer<Float>
  private let plan: fftwf_plan
  /// Real and imaginary part in turn, before and after, where FFTW works on pairs.
  private let pairsInput: UnsafeMutablePointer<Float>?
  private let pairs: UnsafeMutablePointer<Float>?

  /// - Parameters:
  ///   - points: 1 or more.
  ///   - length: of what is transformed, for the message.
  ///   - measured: whether FFTW tries which way is fastest.
  /// - Throws: `noPlan`.
  init(points: Int, for length: Int, measured: Bool) throws(FourierError) {
    let isSplit = points & (points - 1) == 0 && points <= Self.mostSplit
    // rows at the same place of their pages would be in each other's way in the cache
    let row = (points + 31) / 16 * 16
    guard let memory = unsafe fftwf_alloc_real((isSplit ? 4 : 8) * row) else {
      throw .noPlan(length: length)
    }
    // only addresses pass a lock
    let base = UInt(bitPattern: memory)
    let places =
      isSplit ? [0, row, 2 * row, 3 * row] : [4 * row, 4 * row + 1, 6 * row, 6 * row + 1]
    let address = planner.withLock { _ in
      let rows = unsafe places.map {
        unsafe UnsafeMutablePointer<Float>(bitPattern: base + UInt(4 * $0))
      }
      let step: Int32 = isSplit ? 1 : 2
      var size = fftwf_iodim(n: Int32(points), is: step, os: step)
      return unsafe UInt(
        bitPattern: fftwf_plan_guru_split_dft(
          1, &size, 0, nil, rows[0], rows[1], rows[2], rows[3],
          measured ? sm_fftw_measure() : sm_fftw_estimate()))
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
    unsafe pairsInput = isSplit ? nil : memory + 4 * row
    unsafe pairs = isSplit ? nil : memory + 6 * row
  }

  func destroy() {
    let address = unsafe UInt(bitPattern: plan)
    planner.withLock { _ in unsafe fftwf_destroy_plan(fftwf_plan(bitPattern: address)) }
    unsafe fftwf_free(realInput)
  }

  /// Transforms what stands in the two rows.
  func execute() {
    if let pairsInput = unsafe pairsInput, let pairs = unsafe pairs {
      let (from, other, count) = unsafe (realInput, imaginaryInput, points)
      for index in 0..<count {
        unsafe pairsInput[2 &* index] = from[index]
        unsafe pairsInput[2 &* index &+ 1] = other[index]
      }
      unsafe fftwf_execute(plan)
      let (real, imaginary) = unsafe (real, imaginary)
      for index in 0..<count {
        unsafe real[index] = pairs[2 &* index]
        unsafe imaginary[index] = pairs[2 &* index &+ 1]
      }
    } else {
      unsafe fftwf_execute(plan)
    }
    unsafe real[points] = real[0]
    unsafe imaginary[points] = imaginary[0]
  }
}
