/** WGSL function of the fraction of a pixel that a placed image covers. Same formula as the kernel `coverRect`. */
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

// The mean of the source under a box of 1 to 2 pixels a side, as the kernel scalePlane has it: bilinear when enlarging, area average when shrinking.
fn sampleBox(t: texture_2d<f32>, whole: vec4f, middle: vec2f, box: vec2f, edge: i32) -> vec4f {
  let low = middle + 0.5 - box / 2.0;
  let high = low + box;
  let corner = floor(low);
  var sum = vec4f(0.0);
  for (var j = 0; j < 3; j++) {
    let y = corner.y + f32(j);
    let down = max(0.0, min(high.y, y + 1.0) - max(low.y, y));
    if (down <= 0.0) { continue; }
    for (var i = 0; i < 3; i++) {
      let x = corner.x + f32(i);
      let across = max(0.0, min(high.x, x + 1.0) - max(low.x, x));
      if (across > 0.0) { sum += fetchEdge(t, whole, whole, vec2i(vec2f(x, y)), edge) * across * down; }
    }
  }
  return sum / (box.x * box.y);
}

// A layer's pixel. Eight entries of the table: the texture, the layer's rectangle, the map to the texture (two rows, each with the side of a pixel's
// box), (samples across, 0 for an upright layer, down, edge, opacity), the coverage's map (two rows; 1 at the end of the first: there is a coverage) and shape.
fn layerPixel(t: texture_2d<f32>, first: i32, p: vec2i, at: vec2f) -> vec4f {
  if (!inside(p, P[first + 1])) { return vec4f(0.0); }
  let how = P[first + 4];
  let whole = P[first];
  let x = P[first + 2];
  let y = P[first + 3];
  var c: vec4f;
  if (how.x < 0.5) {
    c = sampleBox(t, whole, vec2f(dot(x.xy, at) + x.z, dot(y.xy, at) + y.z), vec2f(x.w, y.w), i32(how.z)) * how.w;
  } else {
    c = sampleArea(t, whole, whole, x, y, how.xy, at, i32(how.z)) * how.w;
  }
  if (P[first + 5].w < 0.5) { return c; }
  return c * coverRect(at, P[first + 5], P[first + 6], P[first + 7]);
}
`;
