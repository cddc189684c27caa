/** How much of a pixel a placed picture covers, in WGSL: the formula of the kernel `coverRect`. */
export const coverRectWgsl = /* wgsl */ `
fn edgeShare(position: f32, side: f32) -> f32 {
  let near = clamp(side - abs(position) + 0.5, 0.0, 1.0);
  let far = clamp(side + abs(position) + 0.5, 0.0, 1.0);
  return max(0.0, near + far - 1.0);
}

// 'x' and 'y' are rows of the map from pixels to distances from the picture's middle, in output pixels: across, down, place of
// the pass's first pixel. 'shape': half the width and height, the corners' radii.
fn coverRect(at: vec2f, x: vec4f, y: vec4f, shape: vec4f) -> f32 {
  let q = vec2f(dot(x.xy, at) + x.z, dot(y.xy, at) + y.z);
  let c = abs(q) - (shape.xy - shape.zw);
  if (shape.z > 0.0 && c.x > 0.0 && c.y > 0.0) {
    // The corner as a circle of the radius across, and how much steeper its distance is there than in the picture.
    let ratio = shape.z / shape.w;
    let distance = length(vec2f(c.x, c.y * ratio));
    let steepness = length(vec2f(c.x, c.y * ratio * ratio)) / distance;
    return clamp((shape.z - distance) / steepness + 0.5, 0.0, 1.0);
  }
  return edgeShare(q.x, shape.x) * edgeShare(q.y, shape.y);
}
`;
