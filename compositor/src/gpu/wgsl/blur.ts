/**
 * WGSL functions of blurs along lines. `P` is the table of the pass, which holds scales and weights from `first` on.
 */
export const lineBlurWgsl = /* wgsl */ `
// The mean of 'count' samples 'step' apart, around the pixel.
fn blurAlong(t: texture_2d<f32>, r: vec4f, frame: vec4f, p: vec2i, step: vec2f, count: f32, edge: i32) -> vec4f {
  var sum = vec4f(0.0);
  let n = i32(count);
  for (var k = 0; k < n; k++) {
    sum += sampleAt(t, r, frame, vec2f(p) + step * (f32(k) - (count - 1.0) / 2.0), edge);
  }
  return sum / count;
}

// The weighted mean of the picture at several scales about a centre: entries (scale, weight, 0, 0).
fn blurZoom(t: texture_2d<f32>, r: vec4f, frame: vec4f, p: vec2i, centre: vec2f, first: i32, count: i32, edge: i32) -> vec4f {
  var sum = vec4f(0.0);
  let d = vec2f(p) + 0.5 - centre;
  for (var k = 0; k < count; k++) {
    let one = P[first + k];
    sum += sampleAt(t, r, frame, centre + one.x * d - 0.5, edge) * one.y;
  }
  return sum;
}
`;
