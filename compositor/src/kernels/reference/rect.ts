/** Byte plane for the reference implementations of kernels. Rows are `stride` bytes apart. */
export interface BytePlane {
  data: Uint8Array;
  stride: number;
  width: number;
  height: number;
}

/** Creates a plane of `width` x `height` bytes, all 0. */
export function bytePlane(width: number, height: number): BytePlane {
  return { data: new Uint8Array(width * height), stride: width, width, height };
}

/** Returns the byte at (x, y), with coordinates clamped to the plane. */
export function at(plane: BytePlane, x: number, y: number): number {
  const cx = Math.min(Math.max(x, 0), plane.width - 1);
  const cy = Math.min(Math.max(y, 0), plane.height - 1);
  return plane.data[cy * plane.stride + cx] ?? 0;
}

/** Creates a plane from a function that returns each byte. */
export function fromPixels(width: number, height: number, pixel: (x: number, y: number) => number): BytePlane {
  const plane = bytePlane(width, height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) plane.data[y * width + x] = pixel(x, y);
  return plane;
}
