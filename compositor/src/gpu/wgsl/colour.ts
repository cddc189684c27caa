/** WGSL functions of colour tables and keys. Pixels are premultiplied, each channel 0-1. */
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
