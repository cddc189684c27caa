/**
 * One component of the six RGBA pixels around a chroma site, times eight: weights 1 2 1 around the left luma column, the
 * rows `upper` and `lower` alike. `left`, `middle` and `right` are columns, `component` a byte of the pixel.
 */
// @ts-ignore: decorator
@inline
export function aroundSite(upper: usize, lower: usize, left: i32, middle: i32, right: i32, component: usize): i32 {
  const a = upper + component;
  const b = lower + component;
  return (
    <i32>load<u8>(a + left * 4) + 2 * <i32>load<u8>(a + middle * 4) + <i32>load<u8>(a + right * 4) +
    <i32>load<u8>(b + left * 4) + 2 * <i32>load<u8>(b + middle * 4) + <i32>load<u8>(b + right * 4)
  );
}
