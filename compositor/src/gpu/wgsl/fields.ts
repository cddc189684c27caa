/**
 * WGSL functions that compute coverages, patterns and noise over the box. `p` is a pixel of the box; values are 0-1.
 */
export const fieldsWgsl = /* wgsl */ `
fn fade(t: f32) -> f32 { return t * t * (3.0 - 2.0 * t); }
fn soft(distance: f32, width: f32) -> f32 { return fade(clamp(distance / width + 0.5, 0.0, 1.0)); }
fn middleOf(p: vec2i) -> vec2f { return vec2f(p) + 0.5; }

// 'line': a point on it and the direction that its covered side lies in.
fn coverHalf(p: vec2i, line: vec4f, width: f32) -> f32 { return soft(dot(middleOf(p) - line.xy, line.zw), width); }

fn coverDisc(p: vec2i, disc: vec4f, width: f32) -> f32 {
  if (disc.z <= 0.0 || disc.w <= 0.0) { return 0.0; }
  let q = (middleOf(p) - disc.xy) / disc.zw;
  let way = length(q);
  if (way < 1e-4) { return soft(min(disc.z, disc.w), width); }
  return soft(way * (1.0 - way) / length(q / disc.zw), width);
}

// 'sweep': centre, share of a turn, width of the edge. 'end': the direction of the turned line's normal.
fn coverSweep(p: vec2i, sweep: vec4f, end: vec2f) -> f32 {
  if (sweep.z <= 0.0) { return 0.0; }
  if (sweep.z >= 1.0) { return 1.0; }
  let d = middleOf(p) - sweep.xy;
  let right = d.x;
  let left = dot(d, end);
  return soft(select(min(right, left), max(right, left), sweep.z > 0.5), sweep.w);
}

fn opened(at: f32, share: f32) -> f32 { return floor(at) * share + min(share, at - floor(at)); }

// 'slats': their number a pixel across and down, the place of the box's corner, the open share; 'per' of one pixel.
fn coverSlats(p: vec2i, slats: vec4f, per: f32) -> f32 {
  let t = dot(middleOf(p), slats.xy) + slats.z;
  return clamp((opened(t + per / 2.0, slats.w) - opened(t - per / 2.0, slats.w)) / per, 0.0, 1.0);
}

// 'shape': centre and radii; 'ends': where it begins and is whole.
fn radialCover(p: vec2i, shape: vec4f, ends: vec2f) -> f32 {
  let d = length((middleOf(p) - shape.xy) / shape.zw);
  return fade(clamp((d - ends.x) / max(ends.y - ends.x, 1e-6), 0.0, 1.0));
}

// Where a dot ends: its radius and half a pixel; 0: there is none. 'grid': cosine, sine, size of a cell.
fn dotReach(t: texture_2d<f32>, r: vec4f, border: vec4f, cell: vec2f, grid: vec4f) -> f32 {
  let q = (cell + 0.5) * grid.z;
  let at = floor(vec2f(q.x * grid.x - q.y * grid.y, q.x * grid.y + q.y * grid.x));
  let c = fetch(t, r, vec2i(clamp(at, border.xy, border.xy + border.zw - 1.0)));
  let dark = c.a - dot(c.rgb, vec3f(0.2126, 0.7152, 0.0722));
  let touching = 0.7853981633974483;
  var radius = sqrt(max(0.0, dark) / 3.141592653589793);
  if (dark > touching) { radius = 0.5 + (dark - touching) / (1.0 - touching) * 0.20710678118654757; }
  return select(0.0, grid.z * radius + 0.5, radius > 0.0);
}

fn dotsCover(t: texture_2d<f32>, r: vec4f, border: vec4f, p: vec2i, grid: vec4f) -> f32 {
  let m = middleOf(p);
  let at = vec2f(m.x * grid.x + m.y * grid.y, m.y * grid.x - m.x * grid.y) / grid.z - 0.5;
  let cell = floor(at);
  var cover = 0.0;
  for (var k = 0; k < 4; k++) {
    let step = vec2f(f32(k & 1), f32(k >> 1));
    cover = max(cover, dotReach(t, r, border, cell + step, grid) - length(at - cell - step) * grid.z);
  }
  return clamp(cover, 0.0, 1.0);
}

fn hashOf(cell: vec2i, seed: u32) -> u32 {
  var h = u32(cell.x) * 0x9E3779B1u + u32(cell.y) * 0x85EBCA77u + seed * 0xC2B2AE3Du;
  h ^= h >> 15u;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12u;
  h *= 0x297A2D39u;
  return h ^ (h >> 15u);
}

fn bytesOf(h: u32) -> vec3f { return vec3f(vec3u(h & 255u, (h >> 8u) & 255u, (h >> 16u) & 255u)) / 255.0; }

// 'look': size of a cell, amount, roughness, 1 for grey.
fn noise(p: vec2i, seed: u32, look: vec4f) -> vec4f {
  let place = middleOf(p) / look.x;
  var n = bytesOf(hashOf(vec2i(floor(place)), seed));
  if (look.z < 1.0 && look.x > 1.0) {
    let corner = floor(place - 0.5);
    let t = place - 0.5 - corner;
    let c = vec2i(corner);
    let fx = fade(t.x);
    let top = mix(bytesOf(hashOf(c, seed)), bytesOf(hashOf(c + vec2i(1, 0), seed)), fx);
    let bottom = mix(bytesOf(hashOf(c + vec2i(0, 1), seed)), bytesOf(hashOf(c + vec2i(1, 1), seed)), fx);
    n = mix(mix(top, bottom, fade(t.y)), n, look.z);
  }
  if (look.w > 0.5) { n = vec3f(n.r); }
  return vec4f(clamp(0.5 + (n - 0.5) * look.y, vec3f(0.0), vec3f(1.0)), 1.0);
}
`;

/**
 * WGSL functions that compute the source position of a pixel for each kind of `DisplacementMap`. `m` is the centre of
 * the pixel. `m` and the result are in pixels from the top left of the area that the graph covers.
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

// 'shape': centre, number of wedges, turns at which the first begins. 'mirror': cosine and sine of the first wedge's
// mirror, doubled.
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
