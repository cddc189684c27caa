/** Shader that premultiplies straight RGBA. Table: 1 when the alpha byte is used. */
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
 * Returns the shader that converts 8-bit planes of BT.709, limited range, straight alpha, to premultiplied RGBA. Chroma
 * is sited on the left column of its pair of pixels, between two rows. Values are not clipped: half floats hold values
 * beyond black and white. Table: width, height, 1 for full-resolution chroma.
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
 * planes. Each invocation writes 8 x 2 pixels. Table: width, height, bytes of a luma row (a multiple of 8; a chroma row
 * has half), bytes of the luma plane.
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
