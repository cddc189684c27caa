import { sampleWgsl } from './sample.ts';

const head = /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
@group(0) @binding(2) var t0: texture_2d<f32>;
${sampleWgsl}
`;

/**
 * Shader of a separable filter. Table: result, source, existing part of the source, x (step, first, taps, 1 to clamp),
 * y (step, first, taps, 1 to clamp), then the weights of x and of y.
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

/** Shader that doubles an image along one axis or both. Table: result, source, (1 along x, 1 along y). */
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
 * WGSL functions of blurs along lines. `P` is the table of the pass, which contains scales and weights from `first` on.
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
