import { colourWgsl } from './colour.ts';

/**
 * Shader that computes the chroma of an image's corners. One workgroup of 64 processes the four corners one after
 * another.
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
