// The largest value within a distance. Each row of a disc is covered by two overlapping runs of 1, 2, 4 ... pixels, whose
// maxima are made once for all rows.

/** Bytes of a row of `discMaximum`: `radius` pixels on either side, and what whole registers reach beyond. */
export function discRowBytes(w: i32, radius: i32): i32 {
  return (w + 2 * radius + 47) & ~15;
}

/**
 * Writes the largest of the w x h bytes of `values` within `radius` pixels of each to `result`. Rows of both take
 * discRowBytes(w, radius) bytes; those of `values` start with `radius` bytes of 0 and end with as many. `values` is lost.
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
