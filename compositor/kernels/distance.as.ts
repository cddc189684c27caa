// Moving the edge of a coverage by a Euclidean distance (Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled
// Functions": the lower envelope of parabolas, rows after columns).

const FAR: f32 = 1e12;
const BEYOND: f64 = 1e20;

/** Bytes of scratch that `moveEdge` needs. */
export function moveEdgeScratchSize(w: i32, h: i32): i32 {
  const longest = max(w, h);
  return 4 * w * h + 20 * (longest + 2) + 64;
}

// d(p) = min over q of (p - q)^2 + f(q) along `n` values `stride` bytes apart, in place. `v`: the parabolas of the
// envelope, `z`: from where each is the lowest. In 64 bits: the squares of far places must not vanish beside FAR.
function envelope(grid: usize, stride: usize, n: i32, f: usize, v: usize, z: usize): void {
  for (let q = 0; q < n; q++) store<f64>(f + 8 * q, <f64>load<f32>(grid + <usize>q * stride));
  let k = 0;
  store<i32>(v, 0);
  store<f64>(z, -BEYOND);
  store<f64>(z + 8, BEYOND);
  for (let q = 1; q < n; q++) {
    const fq = load<f64>(f + 8 * q) + <f64>q * <f64>q;
    let s = crossing(fq, q, f, load<i32>(v + 4 * k));
    while (s <= load<f64>(z + 8 * k)) {
      k--;
      s = crossing(fq, q, f, load<i32>(v + 4 * k));
    }
    k++;
    store<i32>(v + 4 * k, q);
    store<f64>(z + 8 * k, s);
    store<f64>(z + 8 * k + 8, BEYOND);
  }
  k = 0;
  for (let q = 0; q < n; q++) {
    while (load<f64>(z + 8 * k + 8) < <f64>q) k++;
    const r = load<i32>(v + 4 * k);
    store<f32>(grid + <usize>q * stride, <f32>(<f64>((q - r) * (q - r)) + load<f64>(f + 8 * r)));
  }
}

// Where the parabola at q crosses the one at r.
// @ts-ignore: decorator
@inline
function crossing(fq: f64, q: i32, f: usize, r: i32): f64 {
  const from = <f64>r;
  return (fq - load<f64>(f + 8 * r) - from * from) / (2.0 * <f64>(q - r));
}

/**
 * Moves the edge (where coverage is half) of w x h coverage pixels outwards by `by` pixels, inwards when negative, in
 * place. `scratch` holds moveEdgeScratchSize(w, h) bytes.
 */
export function moveEdge(dst: usize, dstStride: i32, w: i32, h: i32, by: f32, scratch: usize): void {
  const grows = by > 0;
  const longest = <usize>max(w, h) + 2;
  const f = scratch;
  const z = f + 8 * longest;
  const v = z + 8 * longest;
  const grid = v + 4 * longest;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const cover = <f32>load<u8>(dst + y * dstStride + 4 * x) / 255;
      const there = grows ? cover : 1 - cover;
      // A pixel p at the distance d from one that is partly covered, c, gets by + c - d. This makes by + 1 less the
      // root of the smallest d^2 + f just that where it is a half, for every c.
      const twice: f32 = 2 * abs(by);
      const short: f32 = (<f32>1 - there) * (twice + there);
      store<f32>(grid + 4 * (<usize>y * w + x), there == 0 ? FAR : short);
    }
  }
  for (let x = 0; x < w; x++) envelope(grid + 4 * x, 4 * <usize>w, h, f, v, z);
  for (let y = 0; y < h; y++) envelope(grid + 4 * <usize>y * w, 4, w, f, v, z);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const p = dst + y * dstStride + 4 * x;
      const reach: f32 = abs(by) + <f32>1 - Mathf.sqrt(load<f32>(grid + 4 * (<usize>y * w + x)));
      const moved = <u32>(min(<f32>1, max(<f32>0, reach)) * 255 + <f32>0.5);
      const old = <u32>load<u8>(p);
      const value = grows ? max(old, moved) : min(old, 255 - moved);
      store<u32>(p, value * 0x01010101);
    }
  }
}
