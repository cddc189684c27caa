/**
 * WGSL functions that read pixels. A texture contains the part `r` (x, y, width, height, in pixels of the processed
 * box) of a premultiplied image; everything outside `r` is transparent. Positions are in pixels of the box; pixel
 * centres are at whole numbers.
 */
export const sampleWgsl = /* wgsl */ `
fn inside(p: vec2i, r: vec4f) -> bool {
  let q = vec2f(p);
  return all(q >= r.xy) && all(q < r.xy + r.zw);
}

fn fetch(t: texture_2d<f32>, r: vec4f, p: vec2i) -> vec4f {
  if (!inside(p, r)) { return vec4f(0.0); }
  return textureLoad(t, p - vec2i(r.xy), 0);
}

// Edges: 0 transparent, 1 clamp, 2 mirror, 3 wrap; of the part 'frame' of the picture.
fn foldOne(i: i32, size: i32, edge: i32) -> i32 {
  if (i >= 0 && i < size) { return i; }
  if (edge == 1) { return clamp(i, 0, size - 1); }
  if (edge == 2) {
    let turn = 2 * size;
    let m = ((i % turn) + turn) % turn;
    return select(turn - 1 - m, m, m < size);
  }
  if (edge == 3) { return ((i % size) + size) % size; }
  return i;
}

fn fetchEdge(t: texture_2d<f32>, r: vec4f, frame: vec4f, p: vec2i, edge: i32) -> vec4f {
  let origin = vec2i(frame.xy);
  let size = vec2i(frame.zw);
  let q = p - origin;
  return fetch(t, r, origin + vec2i(foldOne(q.x, size.x, edge), foldOne(q.y, size.y, edge)));
}

// Bilinear; places are rounded to 256ths of a pixel.
fn sampleAt(t: texture_2d<f32>, r: vec4f, frame: vec4f, at: vec2f, edge: i32) -> vec4f {
  let place = floor(clamp(at, vec2f(-1e6), vec2f(1e6)) * 256.0 + 0.5) / 256.0;
  let corner = floor(place);
  let f = place - corner;
  let p = vec2i(corner);
  let top = mix(fetchEdge(t, r, frame, p, edge), fetchEdge(t, r, frame, p + vec2i(1, 0), edge), f.x);
  if (f.y == 0.0) { return top; }
  let bottom = mix(
    fetchEdge(t, r, frame, p + vec2i(0, 1), edge), fetchEdge(t, r, frame, p + vec2i(1, 1), edge), f.x);
  return mix(top, bottom, f.y);
}

// The mean of samples.x by samples.y bilinear samples spread over a pixel. 'x' and 'y' are rows of the map: across,
// down, place of the pool's first pixel; 'at' counts from there.
fn sampleArea(
  t: texture_2d<f32>, r: vec4f, frame: vec4f, x: vec4f, y: vec4f, samples: vec2f, at: vec2f, edge: i32) -> vec4f {
  let middle = vec2f(dot(x.xy, at) + x.z, dot(y.xy, at) + y.z);
  let nx = i32(samples.x);
  let ny = i32(samples.y);
  if (nx == 1 && ny == 1) { return sampleAt(t, r, frame, middle, edge); }
  var sum = vec4f(0.0);
  for (var j = 0; j < ny; j++) {
    for (var i = 0; i < nx; i++) {
      let part = vec2f((f32(i) + 0.5) / samples.x - 0.5, (f32(j) + 0.5) / samples.y - 0.5);
      sum += sampleAt(t, r, frame, middle + vec2f(dot(x.xy, part), dot(y.xy, part)), edge);
    }
  }
  return sum / (samples.x * samples.y);
}

// Where a projection's three rows take a pixel's middle; w <= 0 lies behind the horizon: nowhere.
fn sampleProjected(
  t: texture_2d<f32>, r: vec4f, frame: vec4f, a: vec4f, b: vec4f, c: vec4f, at: vec2f, edge: i32) -> vec4f {
  let one = vec3f(at, 1.0);
  let w = dot(c.xyz, one);
  if (w <= 1e-9) { return sampleAt(t, r, frame, vec2f(-1e6), edge); }
  return sampleAt(t, r, frame, vec2f(dot(a.xyz, one), dot(b.xyz, one)) / w - 0.5, edge);
}
`;
