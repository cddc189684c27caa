/**
 * Shader that premultiplies straight RGBA. Its parameter table `P` contains one number: 1 to use the alpha byte, 0 for
 * an opaque image.
 */
export const premultiplyWgsl = /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
@group(0) @binding(2) var t0: texture_2d<f32>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let c = textureLoad(t0, id.xy, 0);
  let a = select(1.0, c.a, P[0].x > 0.5);
  textureStore(written, id.xy, vec4f(c.rgb * a, a));
}
`;

/**
 * Returns the shader that converts 8-bit YUV planes (BT.709, limited range, straight alpha) to premultiplied RGBA.
 * Chroma samples are sited on the left column of each pixel pair, midway between two rows. Values below black and above
 * white are not clipped, because half floats can represent them. The parameter table `P` contains the width, the
 * height, and 1 if every pixel has its own chroma sample (4:4:4), else 0.
 */
export function fromPlanesWgsl(hasAlpha: boolean): string {
  return /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
@group(0) @binding(2) var t0: texture_2d<f32>;
@group(0) @binding(3) var t1: texture_2d<f32>;
@group(0) @binding(4) var t2: texture_2d<f32>;
${hasAlpha ? '@group(0) @binding(5) var t3: texture_2d<f32>;' : ''}

fn chroma(p: vec2i) -> vec2f {
  let q = clamp(p, vec2i(0), vec2i(textureDimensions(t1)) - 1);
  return vec2f(textureLoad(t1, q, 0).r, textureLoad(t2, q, 0).r);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let p = vec2i(id.xy);
  var uv: vec2f;
  if (P[0].z > 0.5) {
    uv = chroma(p);
  } else {
    let near = p / 2;
    let right = vec2i(near.x + (p.x & 1), near.y);
    let far = select(-1, 1, (p.y & 1) == 1);
    let own = (chroma(near) + chroma(right)) / 2.0;
    let other = (chroma(near + vec2i(0, far)) + chroma(right + vec2i(0, far))) / 2.0;
    uv = own * 0.75 + other * 0.25;
  }
  let y = (textureLoad(t0, p, 0).r * 255.0 - 16.0) * 1.164384;
  let d = uv * 255.0 - 128.0;
  let rgb = vec3f(y + 1.792741 * d.y, y - 0.213249 * d.x - 0.532909 * d.y, y + 2.112402 * d.x) / 255.0;
  let a = ${hasAlpha ? 'textureLoad(t3, p, 0).r' : '1.0'};
  textureStore(written, p, vec4f(rgb * a, a));
}
`;
}

/** Number of pixels, horizontally and vertically, that an invocation of `packWgsl` writes. */
export const packedBlock = { width: 8, height: 2 } as const;

/**
 * Shader that packs an opaque image into a buffer of planar 4:2:0, BT.709 limited range, 8 bits: luma, then both chroma
 * planes. Each invocation writes 8 x 2 pixels. The parameter table `P` contains the width, the height, the bytes of a
 * luma row (a multiple of 8; a chroma row has half as many), and the bytes of the luma plane.
 */
export const packWgsl = /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> planes: array<u32>;
@group(0) @binding(2) var t0: texture_2d<f32>;

fn pixel(x: i32, y: i32) -> vec3f {
  let q = clamp(vec2i(x, y), vec2i(0), vec2i(P[0].xy) - 1);
  return textureLoad(t0, q, 0).rgb * 255.0;
}

fn byteOf(value: f32) -> u32 { return u32(clamp(floor(value + 0.5), 0.0, 255.0)); }

fn luma(c: vec3f) -> u32 { return byteOf(16.0 + dot(c, vec3f(0.182586, 0.614231, 0.062007))); }

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  let x = i32(id.x) * 8;
  let y = i32(id.y) * 2;
  let size = vec2i(P[0].xy);
  let rowBytes = i32(P[0].z);
  let lumaBytes = i32(P[0].w);
  if (x >= size.x || y >= size.y) { return; }
  var words = array<u32, 4>(0u, 0u, 0u, 0u);
  var u = 0u;
  var v = 0u;
  // Sums of two rows; the column before the first pixel belongs to the first chroma site.
  var before = pixel(x - 1, y) + pixel(x - 1, y + 1);
  for (var pair = 0; pair < 4; pair++) {
    let upperLeft = pixel(x + 2 * pair, y);
    let upperRight = pixel(x + 2 * pair + 1, y);
    let lowerLeft = pixel(x + 2 * pair, y + 1);
    let lowerRight = pixel(x + 2 * pair + 1, y + 1);
    let right = upperRight + lowerRight;
    let site = (before + 2.0 * (upperLeft + lowerLeft) + right) / 8.0;
    before = right;
    let shift = u32(16 * (pair & 1));
    let word = pair >> 1u;
    words[word] |= (luma(upperLeft) | (luma(upperRight) << 8u)) << shift;
    words[2 + word] |= (luma(lowerLeft) | (luma(lowerRight) << 8u)) << shift;
    u |= byteOf(128.0 + dot(site, vec3f(-0.100644, -0.338572, 0.439216))) << u32(8 * pair);
    v |= byteOf(128.0 + dot(site, vec3f(0.439216, -0.398942, -0.040274))) << u32(8 * pair);
  }
  let at = (y * rowBytes + x) / 4;
  planes[at] = words[0];
  planes[at + 1] = words[1];
  planes[at + rowBytes / 4] = words[2];
  planes[at + rowBytes / 4 + 1] = words[3];
  let chromaAt = (lumaBytes + (y / 2) * (rowBytes / 2) + x / 2) / 4;
  planes[chromaAt] = u;
  planes[chromaAt + lumaBytes / 16] = v;
}
`;

/**
 * WGSL functions that convert coded values to linear light for each transfer curve. Light is relative to BT.709 white
 * (1). The formulas and their sources are in `light-curves.ts`.
 */
const lightWgsl = {
  pq: `
fn lightOf(code: f32) -> f32 {
  let root = pow(max(code, 1e-9), 32.0 / 2523.0);
  let share = max(0.0, root - 3424.0 / 4096.0) / (2413.0 / 128.0 - (2392.0 / 128.0) * root);
  return 100.0 * pow(max(share, 1e-9), 16384.0 / 2610.0);
}`,
  hlg: `
fn lightOf(code: f32) -> f32 {
  let a = 0.17883277;
  let low = code * code / 3.0;
  let high = (exp((code - 0.55991073) / a) + 0.28466892) / 12.0;
  return 10.0 * pow(max(select(high, low, code <= 0.5), 1e-9), 1.2);
}`,
  sdr: `
fn lightOf(code: f32) -> f32 { return pow(max(code, 1e-9), 2.4); }`,
} as const;

/**
 * WGSL function of Hable's tone mapping: returns the gain of a pixel for the value of its brightest component. The
 * formula is that of the CPU backend's `toneGain`.
 */
const toneWgsl = `
fn slopeOf(x: f32) -> f32 { return (0.14 * x + 0.05 - 0.5 / 15.0) / (x * (0.15 * x + 0.5) + 0.06); }
fn toneGain(most: f32) -> f32 { return slopeOf(most) / (slopeOf(10.0) * 10.0); }`;

/**
 * Returns the shader that converts decoded luma and chroma samples to opaque BT.709 RGBA. The samples have 8 to 12
 * bits, any matrix and range, and chroma in one plane or two. `curve` is the transfer curve of wide-gamut images;
 * bright tones of `pq` and `hlg` are mapped to the range of BT.709. If `curve` is null, values below black and above
 * white are not clipped, because half floats can represent them. Chroma samples are sited on the left column of each
 * pixel pair; if pairs of rows share them, midway between the two rows. Entries of the parameter table `P`, of four
 * numbers each:
 * - black, 1 / (white - black), the chroma value of grey, 1 / (highest - lowest chroma)
 * - weights of v in red, of u in green, of v in green, of u in blue
 * - 1 when every row has its own chroma, the number of bits by which samples are shifted down, the largest sample
 * - three entries with the rows of the matrix that converts the primaries to BT.709; read only with a curve
 */
export function fromSamplesWgsl(interleaved: boolean, curve: keyof typeof lightWgsl | null): string {
  return /* wgsl */ `
@group(0) @binding(0) var<storage, read> P: array<vec4f>;
@group(0) @binding(1) var written: texture_storage_2d<FORMAT, write>;
@group(0) @binding(2) var t0: texture_2d<u32>;
@group(0) @binding(3) var t1: texture_2d<u32>;
${interleaved ? '' : '@group(0) @binding(4) var t2: texture_2d<u32>;'}
${curve ? lightWgsl[curve] : ''}
${curve && curve !== 'sdr' ? toneWgsl : ''}

fn level(sample: u32) -> f32 { return min(f32(sample >> u32(P[2].y)), P[2].z); }

fn chroma(p: vec2i) -> vec2f {
  let q = clamp(p, vec2i(0), vec2i(textureDimensions(t1)) - 1);
  ${
    interleaved
      ? 'let both = textureLoad(t1, q, 0).rg; return vec2f(level(both.r), level(both.g));'
      : 'return vec2f(level(textureLoad(t1, q, 0).r), level(textureLoad(t2, q, 0).r));'
  }
}

fn across(left: i32, odd: i32, row: i32) -> vec2f {
  return (chroma(vec2i(left, row)) + chroma(vec2i(left + odd, row))) / 2.0;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (any(id.xy >= textureDimensions(written))) { return; }
  let p = vec2i(id.xy);
  let left = p.x / 2;
  let odd = p.x & 1;
  var uv: vec2f;
  if (P[2].x > 0.5) {
    uv = across(left, odd, p.y);
  } else {
    let near = p.y / 2;
    uv = across(left, odd, near) * 0.75 + across(left, odd, near + select(-1, 1, (p.y & 1) == 1)) * 0.25;
  }
  let y = (level(textureLoad(t0, p, 0).r) - P[0].x) * P[0].y;
  let d = (uv - P[0].z) * P[0].w;
  var c = vec3f(y + P[1].x * d.y, y + P[1].y * d.x + P[1].z * d.y, y + P[1].w * d.x);
  ${curve ? wideWgsl(curve !== 'sdr') : ''}
  textureStore(written, p, vec4f(c, 1.0));
}
`;
}

function wideWgsl(isHigh: boolean): string {
  return `
  c = clamp(c, vec3f(0.0), vec3f(1.0));
  let light = vec3f(lightOf(c.r), lightOf(c.g), lightOf(c.b));
  var shown = vec3f(dot(P[3].xyz, light), dot(P[4].xyz, light), dot(P[5].xyz, light));
  ${isHigh ? 'shown *= toneGain(max(0.0, max(shown.r, max(shown.g, shown.b))));' : ''}
  c = pow(max(shown, vec3f(1e-9)), vec3f(1.0 / 2.4));`;
}
