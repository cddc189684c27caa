// Four numbers of 0-1 in floating point.

/** Smoothstep. */
// @ts-ignore: decorator
@inline
export function fade(t: v128): v128 {
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

/** Rounded to levels of 0-255; what lies beyond is cut off. */
// @ts-ignore: decorator
@inline
export function levels(value: v128): v128 {
  const clamped = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), f32x4.mul(value, f32x4.splat(255))));
  return v128.and(f32x4.add(clamped, f32x4.splat(8388608)), i32x4.splat(255));
}
