// Moving the edge of a coverage by a Euclidean distance (Felzenszwalb and Huttenlocher, "Distance Transforms of Sampled
// Functions": the lower envelope of parabolas, rows after columns).

const FAR: f32 = 1e12;
const BEYOND: f64 = 1e20;
// Levels by which codecs miss opaque and empty alpha, and what an edge rises by within two pixels.
const NOISE: i32 = 5;
const STEP: i32 = 128;

/** Returns the size of the scratch memory that `moveEdge` needs, in bytes. */
export function moveEdgeScratchSize(w: i32, h: i32, by: f32): i32 {
  const longest = max(w, h);
  return 4 * w * h + 20 * (longest + 2) + 64 + 2 * h * discRowBytes(w, <i32>abs(by));
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
 * Moves the edge of a shape outwards by `by` pixels (inwards when negative), in place. The shape is a coverage of w x h
 * pixels; its edge is where the coverage is one half. Soft and half-transparent parts keep their values and are moved
 * by whole pixels. `scratch` must have moveEdgeScratchSize(w, h, by) bytes.
 */
export function moveEdge(dst: usize, dstStride: i32, w: i32, h: i32, by: f32, scratch: usize): void {
  const grows = by > 0;
  const longest = <usize>max(w, h) + 2;
  const f = scratch;
  const z = f + 8 * longest;
  const v = z + 8 * longest;
  const grid = v + 4 * longest;
  const radius = <i32>abs(by);
  const values = (grid + 4 * <usize>w * h + 15) & ~15;
  const spread = values + <usize>h * discRowBytes(w, radius);
  let soft = false;
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const level = <i32>load<u8>(dst + y * dstStride + 4 * x);
      if (!soft && level > NOISE && level < 255 - NOISE) soft = isSoft(dst, dstStride, w, h, x, y);
      const cover = <f32>level / 255;
      const there = grows ? cover : 1 - cover;
      // A pixel p at the distance d from one that is partly covered, c, gets by + c - d. This makes by + 1 less the
      // root of the smallest d^2 + f just that where it is a half, for every c.
      const twice: f32 = 2 * abs(by);
      const short: f32 = (<f32>1 - there) * (twice + there);
      store<f32>(grid + 4 * (<usize>y * w + x), there == 0 ? FAR : short);
    }
  }
  if (soft) leaveEdges(grid, dst, dstStride, w, h, grows);
  for (let x = 0; x < w; x++) envelope(grid + 4 * x, 4 * <usize>w, h, f, v, z);
  for (let y = 0; y < h; y++) envelope(grid + 4 * <usize>y * w, 4, w, f, v, z);
  const spreads = soft && radius > 0;
  if (spreads) {
    copyLevels(values, discRowBytes(w, radius), dst, dstStride, w, h, radius, grows);
    discMaximum(values, spread, w, h, radius);
  }
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const p = dst + y * dstStride + 4 * x;
      const reach: f32 = abs(by) + <f32>1 - Mathf.sqrt(load<f32>(grid + 4 * (<usize>y * w + x)));
      let moved = <u32>(min(<f32>1, max(<f32>0, reach)) * 255 + <f32>0.5);
      if (spreads) moved = max(moved, <u32>load<u8>(spread + <usize>y * discRowBytes(w, radius) + x));
      const old = <u32>load<u8>(p);
      const value = grows ? max(old, moved) : min(old, 255 - moved);
      store<u32>(p, value * 0x01010101);
    }
  }
}

// Whether a pixel is half transparent without being the antialiased edge of something.
function isSoft(src: usize, stride: i32, w: i32, h: i32, x: i32, y: i32): bool {
  const around = levelsAround(src, stride, w, h, x, y);
  return (around >> 8) - (around & 255) < STEP;
}

// Takes all out of the grid that is not opaque, or empty where it shrinks, nor on the edge of what is.
function leaveEdges(grid: usize, src: usize, stride: i32, w: i32, h: i32, grows: bool): void {
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const level = <i32>load<u8>(src + y * stride + 4 * x);
      if (level == 0 || level == 255) continue;
      const around = levelsAround(src, stride, w, h, x, y);
      const least = around & 255;
      const most = around >> 8;
      const isEdge = most - least >= STEP && (grows ? most >= 255 - NOISE : least <= NOISE);
      if (!isEdge) store<f32>(grid + 4 * (<usize>y * w + x), FAR);
    }
  }
}

// The least coverage near a pixel, and the most of it times 256.
function levelsAround(src: usize, stride: i32, w: i32, h: i32, x: i32, y: i32): i32 {
  let least = 255;
  let most = 0;
  for (let j = max(0, y - 2); j <= min(h - 1, y + 2); j++) {
    for (let i = max(0, x - 2); i <= min(w - 1, x + 2); i++) {
      const level = <i32>load<u8>(src + j * stride + 4 * i);
      least = min(least, level);
      most = max(most, level);
    }
  }
  return (most << 8) | least;
}

// Coverage, or what it leaves free, as bytes with `radius` empty ones on either side.
function copyLevels(
  values: usize, rowBytes: i32, src: usize, stride: i32, w: i32, h: i32, radius: i32, grows: bool,
): void {
  memory.fill(values, 0, <usize>h * rowBytes);
  for (let y = 0; y < h; y++) {
    const row = values + <usize>y * rowBytes + radius;
    for (let x = 0; x < w; x++) {
      const level = load<u8>(src + y * stride + 4 * x);
      store<u8>(row + x, grows ? level : 255 - level);
    }
  }
}

// The largest value within a distance. Each row of a disc is covered by two overlapping runs of 1, 2, 4 ... pixels,
// whose maxima are made once for all rows.

/**
 * Returns the number of bytes in a row of `discMaximum`: `w` values, `radius` bytes on each side, and padding to whole
 * vectors.
 */
export function discRowBytes(w: i32, radius: i32): i32 {
  return (w + 2 * radius + 47) & ~15;
}

/**
 * Computes, for each of w x h bytes, the largest byte of `values` within a distance of `radius` pixels, and writes it
 * to `result`. Rows of both take discRowBytes(w, radius) bytes; those of `values` must start and end with `radius`
 * bytes of 0. `values` is overwritten.
 */
export function discMaximum(values: usize, result: usize, w: i32, h: i32, radius: i32): void {
  const stride = discRowBytes(w, radius);
  memory.fill(result, 0, <usize>h * stride);
  let run = 1;
  while (true) {
    for (let dy = -radius; dy <= radius; dy++) {
      const half = <i32>Math.sqrt(<f64>(radius * radius - dy * dy));
      const wide = 2 * half + 1;
      if (wide < run || wide >= 2 * run) continue;
      for (let y = max(0, -dy); y < min(h, h - dy); y++) {
        const left = values + <usize>(y + dy) * stride + radius - half;
        addRuns(result + <usize>y * stride, left, left + wide - run, w);
      }
    }
    if (run > radius) return;
    for (let y = 0; y < h; y++) doubleRuns(values + <usize>y * stride, stride, run);
    run *= 2;
  }
}

function addRuns(row: usize, left: usize, right: usize, w: i32): void {
  for (let x = 0; x < w; x += 16) {
    const most = i8x16.max_u(v128.load(left + x), v128.load(right + x));
    v128.store(row + x, i8x16.max_u(v128.load(row + x), most));
  }
}

function doubleRuns(row: usize, stride: i32, run: i32): void {
  for (let x = 0; x + run + 16 <= stride; x += 16) {
    v128.store(row + x, i8x16.max_u(v128.load(row + x), v128.load(row + x + run)));
  }
}
