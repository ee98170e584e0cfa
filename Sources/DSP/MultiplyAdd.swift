/// Returns `z + x * y`, rounded once where the build says that the machine can (`NATIVE`).
///
/// Without the instruction a fused product is a library call, ten times slower than the two roundings.
@inlinable @inline(__always)
public func multiplyAdd(_ x: Float, _ y: Float, _ z: Float) -> Float {
  #if NATIVE
    z.addingProduct(x, y)
  #else
    z + x * y
  #endif
}

/// Returns `z + x * y` in every lane, rounded once in a `NATIVE` build, twice otherwise.
@inlinable @inline(__always)
public func multiplyAdd(
  _ x: SIMD4<Double>, _ y: SIMD4<Double>, _ z: SIMD4<Double>
) -> SIMD4<Double> {
  #if NATIVE
    z.addingProduct(x, y)
  #else
    z + x * y
  #endif
}

/// Returns `z + x * y` in every lane, rounded once in a `NATIVE` build, twice otherwise.
@inlinable @inline(__always)
public func multiplyAdd(_ x: SIMD16<Float>, _ y: Float, _ z: SIMD16<Float>) -> SIMD16<Float> {
  #if NATIVE
    z.addingProduct(x, y)
  #else
    z + x * y
  #endif
}
