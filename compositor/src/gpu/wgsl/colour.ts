/**
 * WGSL functions for colour tables and curves, and for chroma and luma keys, which make matching pixels transparent.
 * Pixels are premultiplied, with channels of 0-1.
 */
export const colourWgsl = /* wgsl */ `
// What cannot be shown cut off. Video holds colours beyond black and white; looks are made of those that can be shown.
fn inGamut(c: vec4f) -> vec4f { return vec4f(clamp(c.rgb, vec3f(0.0), vec3f(c.a)), c.a); }

fn straight(c: vec4f) -> vec3f {
  if (c.a <= 0.0) { return vec3f(0.0); }
  return clamp(c.rgb / c.a, vec3f(0.0), vec3f(1.0));
}

fn tablePoint(t: texture_3d<f32>, p: vec3i) -> vec3f { return textureLoad(t, p, 0).rgb; }

// Tetrahedral: from the cell's corner along the largest fraction's axis, then along the middle one's.
fn lookUp(t: texture_3d<f32>, c: vec3f, size: f32) -> vec3f {
  let place = c * (size - 1.0);
  let cell = min(floor(place), vec3f(size - 2.0));
  let f = place - cell;
  let p = vec3i(cell);
  let first = tablePoint(t, p);
  let last = tablePoint(t, p + vec3i(1));
  var a = vec3i(0, 0, 1);
  var b = vec3i(0, 1, 1);
  var least = f.x;
  var middle = f.y;
  var most = f.z;
  if (f.x >= f.y && f.x >= f.z) {
    a = vec3i(1, 0, 0);
    most = f.x;
    if (f.y >= f.z) { b = vec3i(1, 1, 0); middle = f.y; least = f.z; } else { b = vec3i(1, 0, 1); middle = f.z; least = f.y; }
  } else if (f.y >= f.z) {
    a = vec3i(0, 1, 0);
    most = f.y;
    if (f.x >= f.z) { b = vec3i(1, 1, 0); middle = f.x; least = f.z; } else { b = vec3i(0, 1, 1); middle = f.z; least = f.x; }
  } else if (f.x >= f.y) {
    b = vec3i(1, 0, 1);
    middle = f.x;
    least = f.y;
  }
  return first * (1.0 - most) + tablePoint(t, p + a) * (most - middle) + tablePoint(t, p + b) * (middle - least) + last * least;
}

fn lutColour(c: vec4f, t: texture_3d<f32>, size: f32, share: f32) -> vec4f {
  let before = straight(c);
  let after = clamp(mix(before, lookUp(t, before, size), share), vec3f(0.0), vec3f(1.0));
  return vec4f(after * c.a, c.a);
}

// 'curves' is 256 by 1: what becomes of a level of red, green and blue.
fn curveColour(c: vec4f, curves: texture_2d<f32>, share: f32) -> vec4f {
  let before = straight(c);
  let level = vec3i(floor(before * 255.0 + 0.5));
  let after = vec3f(
    textureLoad(curves, vec2i(level.r, 0), 0).r, textureLoad(curves, vec2i(level.g, 0), 0).g,
    textureLoad(curves, vec2i(level.b, 0), 0).b);
  return vec4f(clamp(mix(before, after, share), vec3f(0.0), vec3f(1.0)) * c.a, c.a);
}

// BT.709, limited range, centred, of colours whose channels are 0-255.
fn chromaOf(c: vec3f) -> vec2f {
  return vec2f(dot(c, vec3f(-0.100644, -0.338572, 0.439216)), dot(c, vec3f(0.439216, -0.398942, -0.040274)));
}

// 'key': chroma of the screen, 1 where there is a screen. 'how': similarity, steepness, spill.
fn chromaKey(c: vec4f, key: vec4f, how: vec4f) -> vec4f {
  if (key.z < 0.5 || c.a <= 0.0) { return c; }
  var colour = straight(c) * 255.0;
  let uv = chromaOf(colour);
  let distance = length(uv - key.xy) / 360.62445840513925;
  let keep = clamp((distance - how.x) * how.y, 0.0, 1.0);
  let size = length(key.xy);
  if (size > 0.5) {
    let k = key.xy / size;
    let excess = how.z * max(0.0, dot(uv, k) - abs(uv.x * k.y - uv.y * k.x));
    colour += excess * vec3f(-1.792741 * k.y, 0.213249 * k.x + 0.532909 * k.y, -2.112402 * k.x);
  }
  let alpha = c.a * keep;
  return vec4f(clamp(colour / 255.0, vec3f(0.0), vec3f(1.0)) * alpha, alpha);
}

// 'how': lowest and highest luma that goes, steepness, 1 to keep what otherwise goes.
fn lumaKey(c: vec4f, how: vec4f) -> vec4f {
  let luma = dot(straight(c), vec3f(0.2126, 0.7152, 0.0722));
  var keep = clamp(max(how.x - luma, luma - how.y) * how.z, 0.0, 1.0);
  if (how.w > 0.5) { keep = 1.0 - keep; }
  return c * keep;
}
`;

/**
 * Shader that finds the chroma of a green or blue screen from the four corners of an image. It writes u, v and 1 into a
 * texture of one pixel, or zeros when the corners are grey or transparent. One workgroup of 64 invocations processes
 * the corners one after another. The parameter table `P` contains the rectangle of the image.
 */
export const cornerWgsl = /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
@group(0) @binding(2) var t0: texture_2d<f32>;
${colourWgsl}
var<workgroup> sums: array<vec4f, 64>;
var<workgroup> corners: array<vec3f, 4>;

fn apart(a: vec2f, b: vec2f) -> f32 { return length(a - b); }

@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_index) index: u32) {
  let size = vec2i(P[0].zw);
  let part = max(vec2i(1), size / 16);
  for (var corner = 0; corner < 4; corner++) {
    let start = vec2i(corner & 1, corner >> 1u) * (size - part);
    var sum = vec4f(0.0);
    for (var k = i32(index); k < part.x * part.y; k += 64) {
      let c = textureLoad(t0, start + vec2i(k % part.x, k / part.x), 0);
      // Opaque ones alone: half floats miss 1 by less than half a level.
      if (c.a > 0.998) { sum += vec4f(c.rgb * 255.0, 1.0); }
    }
    sums[index] = sum;
    workgroupBarrier();
    if (index == 0u) {
      var all = vec4f(0.0);
      for (var k = 0; k < 64; k++) { all += sums[k]; }
      if (all.a > 0.0) { corners[corner] = vec3f(chromaOf(all.rgb / all.a), 1.0); } else { corners[corner] = vec3f(0.0); }
    }
    workgroupBarrier();
  }
  if (index != 0u) { return; }
  let left = corners[0];
  let right = corners[1];
  var best = vec3f(0.0);
  if (left.z > 0.5 && right.z > 0.5 && apart(left.xy, right.xy) < 36.0) {
    best = vec3f((left.xy + right.xy) / 2.0, 1.0);
  } else {
    // That which is nearest to the others.
    var least = 1e9;
    for (var k = 0; k < 4; k++) {
      if (corners[k].z < 0.5) { continue; }
      var far = 0.0;
      for (var m = 0; m < 4; m++) { far += corners[m].z * apart(corners[k].xy, corners[m].xy); }
      if (far < least) { least = far; best = corners[k]; }
    }
  }
  if (length(best.xy) < 18.0) { best = vec3f(0.0); }
  textureStore(written, vec2u(0u), vec4f(best, 0.0));
}
`;
