/**
 * WGSL functions of the 17 blend modes of W3C Compositing 1 on premultiplied pixels. Modes are numbered as in
 * `BLEND_MODES`.
 */
export const blendWgsl = /* wgsl */ `
fn lum(c: vec3f) -> f32 { return dot(c, vec3f(0.3, 0.59, 0.11)); }
fn sat(c: vec3f) -> f32 { return max(c.r, max(c.g, c.b)) - min(c.r, min(c.g, c.b)); }

fn clipColour(c: vec3f) -> vec3f {
  let l = lum(c);
  let n = min(c.r, min(c.g, c.b));
  let x = max(c.r, max(c.g, c.b));
  var out = c;
  if (n < 0.0) { out = l + (out - l) * l / max(l - n, 1e-6); }
  if (x > 1.0) { out = l + (out - l) * (1.0 - l) / max(x - l, 1e-6); }
  return out;
}

fn setLum(c: vec3f, l: f32) -> vec3f { return clipColour(c + (l - lum(c))); }

fn setSat(c: vec3f, s: f32) -> vec3f {
  let n = min(c.r, min(c.g, c.b));
  let span = sat(c);
  if (span <= 0.0) { return vec3f(0.0); }
  return (c - n) * s / span;
}

fn hardLight(b: f32, s: f32) -> f32 { return select(b + (2.0 * s - 1.0) - b * (2.0 * s - 1.0), 2.0 * b * s, s <= 0.5); }

fn dodge(b: f32, s: f32) -> f32 {
  if (b <= 0.0) { return 0.0; }
  if (s >= 1.0) { return 1.0; }
  return min(1.0, b / (1.0 - s));
}

fn burn(b: f32, s: f32) -> f32 {
  if (b >= 1.0) { return 1.0; }
  if (s <= 0.0) { return 0.0; }
  return 1.0 - min(1.0, (1.0 - b) / s);
}

fn softLight(b: f32, s: f32) -> f32 {
  if (s <= 0.5) { return b - (1.0 - 2.0 * s) * b * (1.0 - b); }
  let d = select(sqrt(b), ((16.0 * b - 12.0) * b + 4.0) * b, b <= 0.25);
  return b + (2.0 * s - 1.0) * (d - b);
}

fn blendColour(mode: i32, b: vec3f, s: vec3f) -> vec3f {
  switch (mode) {
    case 1: { return b * s; }
    case 2: { return b + s - b * s; }
    case 3: { return vec3f(hardLight(s.r, b.r), hardLight(s.g, b.g), hardLight(s.b, b.b)); }
    case 4: { return min(b, s); }
    case 5: { return max(b, s); }
    case 6: { return vec3f(dodge(b.r, s.r), dodge(b.g, s.g), dodge(b.b, s.b)); }
    case 7: { return vec3f(burn(b.r, s.r), burn(b.g, s.g), burn(b.b, s.b)); }
    case 8: { return vec3f(hardLight(b.r, s.r), hardLight(b.g, s.g), hardLight(b.b, s.b)); }
    case 9: { return vec3f(softLight(b.r, s.r), softLight(b.g, s.g), softLight(b.b, s.b)); }
    case 10: { return abs(b - s); }
    case 11: { return b + s - 2.0 * b * s; }
    case 12: { return setLum(setSat(s, sat(b)), lum(b)); }
    case 13: { return setLum(setSat(b, sat(s)), lum(b)); }
    case 14: { return setLum(s, lum(b)); }
    case 15: { return setLum(b, lum(s)); }
    default: { return s; }
  }
}

fn blend(mode: i32, over: vec4f, under: vec4f, opacity: f32, atop: bool) -> vec4f {
  let s = over * opacity;
  if (s.a <= 0.0) { return under; }
  if (mode == 0) { return select(s + under * (1.0 - s.a), vec4f(s.rgb * under.a + under.rgb * (1.0 - s.a), under.a), atop); }
  if (mode == 16) {
    if (!atop) { return min(s + under, vec4f(1.0)); }
    let lit = min(s.rgb * under.a + under.rgb * s.a, vec3f(s.a * under.a));
    return vec4f(lit + under.rgb * (1.0 - s.a), under.a);
  }
  let mixed = blendColour(mode, straight(under), straight(s));
  let below = under.rgb * (1.0 - s.a) + s.a * under.a * mixed;
  if (atop) { return vec4f(min(below, vec3f(under.a)), under.a); }
  let alpha = s.a + under.a - s.a * under.a;
  return vec4f(min(below + s.rgb * (1.0 - under.a), vec3f(alpha)), alpha);
}
`;
