import { sampleWgsl } from './sample.ts';

/**
 * WGSL function that computes the fraction of a pixel that a placed image covers. It uses the formula of the
 * WebAssembly kernel `coverRect`.
 */
export const coverRectWgsl = /* wgsl */ `
fn edgeShare(position: f32, side: f32) -> f32 {
  let near = clamp(side - abs(position) + 0.5, 0.0, 1.0);
  let far = clamp(side + abs(position) + 0.5, 0.0, 1.0);
  return max(0.0, near + far - 1.0);
}

// 'x' and 'y' are rows of the map from pixels to distances from the picture's middle, in output pixels: across, down,
// place of the pass's first pixel. 'shape': half the width and height, the corners' radii.
fn coverRect(at: vec2f, x: vec4f, y: vec4f, shape: vec4f) -> f32 {
  let q = vec2f(dot(x.xy, at) + x.z, dot(y.xy, at) + y.z);
  let c = abs(q) - (shape.xy - shape.zw);
  if (shape.z > 0.0 && c.x > 0.0 && c.y > 0.0) {
    // The corner as a circle of the radius across, and how much steeper its distance is there than in the picture.
    let ratio = shape.z / shape.w;
    let distance = length(vec2f(c.x, c.y * ratio));
    let steepness = length(vec2f(c.x, c.y * ratio * ratio)) / distance;
    return clamp((shape.z - distance) / steepness + 0.5, 0.0, 1.0);
  }
  return edgeShare(q.x, shape.x) * edgeShare(q.y, shape.y);
}

// The mean of the source under a box of 1 to 2 pixels a side, as the kernel scalePlane has it: bilinear when enlarging,
// area average when shrinking.
fn sampleBox(t: texture_2d<f32>, whole: vec4f, middle: vec2f, box: vec2f, edge: i32) -> vec4f {
  let low = middle + 0.5 - box / 2.0;
  let high = low + box;
  let corner = floor(low);
  var sum = vec4f(0.0);
  for (var j = 0; j < 3; j++) {
    let y = corner.y + f32(j);
    let down = max(0.0, min(high.y, y + 1.0) - max(low.y, y));
    if (down <= 0.0) { continue; }
    for (var i = 0; i < 3; i++) {
      let x = corner.x + f32(i);
      let across = max(0.0, min(high.x, x + 1.0) - max(low.x, x));
      if (across > 0.0) { sum += fetchEdge(t, whole, whole, vec2i(vec2f(x, y)), edge) * across * down; }
    }
  }
  return sum / (box.x * box.y);
}

// A layer's pixel. Eight entries of the table: the texture, the layer's rectangle, the map to the texture (two rows,
// each with the side of a pixel's box), (samples across, 0 for an upright layer, down, edge, opacity), the coverage's
// map (two rows; 1 at the end of the first: there is a coverage) and shape.
fn layerPixel(t: texture_2d<f32>, first: i32, p: vec2i, at: vec2f) -> vec4f {
  if (!inside(p, P[first + 1])) { return vec4f(0.0); }
  let how = P[first + 4];
  let whole = P[first];
  let x = P[first + 2];
  let y = P[first + 3];
  var c: vec4f;
  if (how.x < 0.5) {
    c = sampleBox(t, whole, vec2f(dot(x.xy, at) + x.z, dot(y.xy, at) + y.z), vec2f(x.w, y.w), i32(how.z)) * how.w;
  } else {
    c = sampleArea(t, whole, whole, x, y, how.xy, at, i32(how.z)) * how.w;
  }
  if (P[first + 5].w < 0.5) { return c; }
  return c * coverRect(at, P[first + 5], P[first + 6], P[first + 7]);
}
`;

const bindings = /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
`;

const head = /* wgsl */ `${bindings}
@group(0) @binding(2) var t0: texture_2d<f32>;
${sampleWgsl}
const far = 1e12;
// What codecs miss opaque and empty alpha by, and what an edge rises by within two pixels.
const slack = 5.0 / 255.0;
const rise = 128.0 / 255.0;

// The least and the most coverage within two pixels.
fn around(p: vec2i) -> vec2f {
  var least = 1.0;
  var most = 0.0;
  for (var j = -2; j <= 2; j++) {
    for (var i = -2; i <= 2; i++) {
      let q = p + vec2i(i, j);
      if (!inside(q, P[2])) { continue; }
      let c = fetch(t0, P[1], q).r;
      least = min(least, c);
      most = max(most, c);
    }
  }
  return vec2f(least, most);
}
`;

/** Shader that writes the first entry of its parameter table `P` into a texture of one pixel. */
export const clearWgsl = /* wgsl */ `${bindings}
@compute @workgroup_size(1)
fn main() { textureStore(written, vec2u(0u), P[0]); }
`;

/**
 * Shader that writes 1 into a texture of one pixel if the coverage has half-transparent areas other than antialiased
 * edges. The parameter table `P` has three rectangles: the pixels to check, the coverage, and the image (pixels outside
 * the image are ignored).
 */
export const softnessWgsl = /* wgsl */ `${head}
@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2i(P[0].xy) + vec2i(id.xy);
  if (!inside(p, P[0])) { return; }
  let level = fetch(t0, P[1], p).r;
  if (level <= slack || level >= 1.0 - slack) { return; }
  let near = around(p);
  if (near.y - near.x < rise) { textureStore(written, vec2u(0u), vec4f(1.0)); }
}
`;

/**
 * Shader of the first of two steps that move the edge of a coverage outwards or inwards. For each pixel, it computes
 * the minimum of dy^2 + f(q) over the pixels q of its column, where dy is the distance to q. f is chosen so that after
 * both steps a pixel at distance d from a pixel with coverage c gets the coverage `by` + c - d, where `by` is the
 * distance of the move. In a coverage with soft edges, this moves only the edges of opaque areas (inwards: of empty
 * areas). Entries of the parameter table `P`: the rectangles of the result, of the coverage and of the image (pixels
 * outside the image are ignored), and two numbers (the distance of the move, and the number of pixels to read on each
 * side).
 */
export const edgeColumnsWgsl = /* wgsl */ `${head}
@group(0) @binding(3) var t1: texture_2d<f32>;

fn share(q: vec2i, isSoft: bool) -> f32 {
  let level = fetch(t0, P[1], q).r;
  let by = P[3].x;
  let there = select(1.0 - level, level, by > 0.0);
  if (there <= 0.0) { return far; }
  if (isSoft && level > 0.0 && level < 1.0) {
    let near = around(q);
    if (near.y - near.x < rise || select((near.x > slack), (near.y < 1.0 - slack), (by > 0.0))) { return far; }
  }
  return (1.0 - there) * (2.0 * abs(by) + there);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let p = vec2i(P[0].xy) + vec2i(id.xy);
  let isSoft = textureLoad(t1, vec2u(0u), 0).r > 0.5;
  let reach = i32(P[3].y);
  var least = far;
  for (var dy = -reach; dy <= reach; dy++) {
    let q = p + vec2i(0, dy);
    if (inside(q, P[2])) { least = min(least, f32(dy * dy) + share(q, isSoft)); }
  }
  textureStore(written, id.xy, vec4f(least, 0.0, 0.0, 0.0));
}
`;

/**
 * Shader of the second of two steps that move the edge of a coverage: it combines the minima of the columns along rows.
 * If the coverage has soft edges, the shader also takes the largest coverage within the distance of the move, or the
 * smallest if the edge is moved inwards. Entries of the parameter table `P`: the rectangles of the result, of the
 * output of the first step and of the coverage, and two numbers (the distance of the move, and the number of pixels to
 * read on each side).
 */
export const edgeRowsWgsl = /* wgsl */ `${head}
@group(0) @binding(3) var t1: texture_2d<f32>;
@group(0) @binding(4) var t2: texture_2d<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let p = vec2i(P[0].xy) + vec2i(id.xy);
  let by = P[3].x;
  let grows = by > 0.0;
  let reach = i32(P[3].y);
  var least = far;
  for (var dx = -reach; dx <= reach; dx++) {
    let q = p + vec2i(dx, 0);
    if (inside(q, P[1])) { least = min(least, f32(dx * dx) + fetch(t0, P[1], q).r); }
  }
  var moved = clamp(abs(by) + 1.0 - sqrt(least), 0.0, 1.0);
  let radius = select(-1, i32(floor(abs(by))), textureLoad(t2, vec2u(0u), 0).r > 0.5);
  for (var dy = -radius; dy <= radius && moved < 1.0; dy++) {
    let span = i32(floor(sqrt(f32(radius * radius - dy * dy))));
    for (var dx = -span; dx <= span; dx++) {
      let q = p + vec2i(dx, dy);
      if (!inside(q, P[1])) { continue; }
      let c = fetch(t1, P[2], q).r;
      moved = max(moved, select(1.0 - c, c, grows));
    }
  }
  let old = fetch(t1, P[2], p).r;
  textureStore(written, id.xy, vec4f(select(min(old, 1.0 - moved), max(old, moved), grows)));
}
`;
