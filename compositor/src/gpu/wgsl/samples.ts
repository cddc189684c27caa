/**
 * WGSL functions that convert coded values to light for each transfer curve, where 1 is the white of BT.709. The
 * formulas and their sources are in `light-curves.ts`.
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
 * Hable's tone curve: the value of the brightest component divided by that component, normalized to the value at the
 * peak. Same as `toneGain`.
 */
const toneWgsl = `
fn slopeOf(x: f32) -> f32 { return (0.14 * x + 0.05 - 0.5 / 15.0) / (x * (0.15 * x + 0.5) + 0.06); }
fn toneGain(most: f32) -> f32 { return slopeOf(most) / (slopeOf(10.0) * 10.0); }`;

/**
 * Returns the shader that converts decoded luma and chroma samples to opaque BT.709 RGBA. The samples have 8 to 12
 * bits, any matrix and range, and chroma in one plane or two. `curve` names the transfer curve of wide-gamut images,
 * whose tones are mapped. With null, values are not clipped: half floats hold values beyond black and white. Chroma is
 * sited on the left column of its pair of pixels, between two rows. Table: black, 1 / (white - black), grey, 1 / chroma
 * swing; weights of v in red, of u and v in green, of u in blue; 1 when every row has chroma, bits to shift down,
 * largest sample; the rows of the matrix of primaries.
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
