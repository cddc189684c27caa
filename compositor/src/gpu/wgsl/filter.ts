import { sampleWgsl } from './sample.ts';

const head = /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
@group(0) @binding(2) var t0: texture_2d<f32>;
${sampleWgsl}
`;

/**
 * Shader that filters an image with one set of weights along x and another along y (a separable filter). Pixel i of the
 * result is the weighted sum of the source pixels `step * i + first + k`. Entries of the parameter table `P`, of four
 * numbers each:
 * - the rectangles of the result, of the source, and of the part of the source that exists
 * - for x: step, first, number of weights, and 1 to repeat edge pixels outside that part (0: the outside is
 *   transparent)
 * - for y: step, first, number of weights
 * - the weights of x, then those of y, one in each entry
 */
export const filterWgsl = /* wgsl */ `${head}
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let p = vec2i(P[0].xy) + vec2i(id.xy);
  let x = P[3];
  let y = P[4];
  let start = vec2i(vec2f(x.x, y.x)) * p + vec2i(vec2f(x.y, y.y));
  let taps = vec2i(vec2f(x.z, y.z));
  let low = vec2i(P[2].xy);
  let high = low + vec2i(P[2].zw) - 1;
  var sum = vec4f(0.0);
  for (var j = 0; j < taps.y; j++) {
    var row = vec4f(0.0);
    for (var i = 0; i < taps.x; i++) {
      var q = start + vec2i(i, j);
      if (x.w > 0.5) { q = clamp(q, low, high); } else if (any(q < low) || any(q > high)) { continue; }
      row += fetch(t0, P[1], q) * P[5 + i].x;
    }
    sum += row * P[5 + taps.x + j].x;
  }
  textureStore(written, id.xy, sum);
}
`;

/**
 * Shader that doubles the size of an image along one or both axes. Entries of the parameter table `P`, of four numbers
 * each: the rectangle of the result, that of the source, and two flags (1 to double along x, 1 to double along y).
 */
export const doubleWgsl = /* wgsl */ `${head}
fn between(i: i32, doubles: bool) -> vec2i {
  if (!doubles) { return vec2i(i, i); }
  let near = i >> 1u;
  return vec2i(near, select(near + 1, near - 1, (i & 1) == 0));
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let p = vec2i(P[0].xy) + vec2i(id.xy);
  let x = between(p.x, P[2].x > 0.5);
  let y = between(p.y, P[2].y > 0.5);
  let top = fetch(t0, P[1], vec2i(x.x, y.x)) * 0.75 + fetch(t0, P[1], vec2i(x.y, y.x)) * 0.25;
  let bottom = fetch(t0, P[1], vec2i(x.x, y.y)) * 0.75 + fetch(t0, P[1], vec2i(x.y, y.y)) * 0.25;
  textureStore(written, id.xy, top * 0.75 + bottom * 0.25);
}
`;

/**
 * WGSL functions that blur along lines: in one direction, or towards a centre (zoom). A zoom reads its scales and
 * weights from the parameter table `P` of the pass, one pair in each entry from the entry `first` on.
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
