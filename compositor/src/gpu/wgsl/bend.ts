/**
 * WGSL functions of `DisplacementMap` that compute the source position of a pixel. `m` is a pixel's centre in the box;
 * so is the result.
 */
export const bendWgsl = /* wgsl */ `
// 'wave': amplitude, wavelength, phase, 1 to shift up and down instead of sideways.
fn bendWave(m: vec2f, wave: vec4f) -> vec2f {
  let down = wave.w > 0.5;
  let across = select(m.y, m.x, down);
  let shift = wave.x * sin(6.283185307179586 * fract(across / wave.y + wave.z));
  return m + select(vec2f(shift, 0.0), vec2f(0.0, shift), down);
}

// 'lens': centre, amount, pixels to the farthest corner.
fn bendLens(m: vec2f, lens: vec4f, zoom: f32) -> vec2f {
  let d = m - lens.xy;
  return lens.xy + d * (1.0 + lens.z * dot(d, d) / (lens.w * lens.w)) / zoom;
}

// 'line': where it lies, 1 when it is level.
fn bendMirror(m: vec2f, line: vec2f) -> vec2f {
  if (line.y > 0.5) { return select(m, vec2f(m.x, 2.0 * line.x - m.y), m.y > line.x); }
  return select(m, vec2f(2.0 * line.x - m.x, m.y), m.x >= line.x);
}

// 'shape': centre, number of wedges, turns at which the first begins. 'mirror': cosine and sine of the first wedge's mirror, doubled.
fn bendKaleidoscope(m: vec2f, shape: vec4f, mirror: vec2f) -> vec2f {
  let d = m - shape.xy;
  var turns = atan2(d.y, d.x) / 6.283185307179586 - shape.w;
  turns -= floor(turns);
  let wedge = min(i32(shape.z) - 1, i32(turns * shape.z));
  let angle = f32(wedge) * 6.283185307179586 / shape.z;
  let c = cos(angle);
  let s = sin(angle);
  if ((wedge & 1) == 0) { return shape.xy + vec2f(c * d.x + s * d.y, c * d.y - s * d.x); }
  let x = vec2f(c * mirror.x - s * mirror.y, s * mirror.x + c * mirror.y);
  let y = vec2f(c * mirror.y + s * mirror.x, s * mirror.y - c * mirror.x);
  return shape.xy + vec2f(dot(x, d), dot(y, d));
}

// Cells of 'size', one of them in the middle of 'box'; kept inside 'frame'.
fn bendPixelate(m: vec2f, box: vec2f, size: f32, frame: vec4f) -> vec2f {
  let cell = box / 2.0 + floor((m - box / 2.0) / size + 0.5) * size;
  return clamp(cell, frame.xy + 0.5, frame.xy + frame.zw - 0.5);
}

// Rectangles that take their pixels from elsewhere, two entries of the table each; later ones win.
fn bendBlocks(m: vec2f, first: i32, count: i32) -> vec2f {
  var came = m;
  for (var k = 0; k < count; k++) {
    let place = P[first + 2 * k];
    if (all(m >= place.xy) && all(m < place.xy + place.zw)) { came = m + P[first + 2 * k + 1].xy; }
  }
  return came;
}
`;
