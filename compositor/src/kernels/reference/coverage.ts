import { at, type BytePlane, fromPixels } from './rect.ts';

/**
 * Map from pixels to positions in the rectangle. The first pixel is at (px, py); a pixel across adds (pxx, pyx), a
 * pixel down (pxy, pyy).
 */
export interface CoverMap {
  px: number;
  py: number;
  pxx: number;
  pxy: number;
  pyx: number;
  pyy: number;
}

/** Half the sides of a rectangle about the origin, and the radii of its corners, in pixels. */
export interface RoundRect {
  hx: number;
  hy: number;
  rx: number;
  ry: number;
}

/** Reference implementation of `coverRect`. */
export function cover(width: number, height: number, map: CoverMap, { hx, hy, rx, ry }: RoundRect): BytePlane {
  const unit = (value: number) => Math.min(1, Math.max(0, value));
  const edge = (position: number, side: number) =>
    Math.max(0, unit(side - Math.abs(position) + 0.5) + unit(side + Math.abs(position) + 0.5) - 1);
  return fromPixels(width, height, (i, j) => {
    const x = map.px + i * map.pxx + j * map.pxy;
    const y = map.py + i * map.pyx + j * map.pyy;
    const qx = Math.abs(x) - (hx - rx);
    const qy = Math.abs(y) - (hy - ry);
    const rounded = rx > 0 && qx > 0 && qy > 0;
    // The corner as a circle of radius rx, and the factor by which its distance is steeper there than in the image.
    const distance = Math.hypot(qx, (qy * rx) / ry);
    const steepness = Math.hypot(qx, qy * (rx / ry) ** 2) / distance;
    const share = rounded ? unit((rx - distance) / steepness + 0.5) : edge(x, hx) * edge(y, hy);
    return Math.floor(share * 255 + 0.5);
  });
}

/** Reference implementation of `chromaAlpha`. */
export function chromaAlpha(alpha: BytePlane): BytePlane {
  return fromPixels((alpha.width + 1) >> 1, (alpha.height + 1) >> 1, (x, y) => {
    let sum = 4;
    for (const row of [2 * y, 2 * y + 1]) {
      sum += at(alpha, 2 * x - 1, row) + 2 * at(alpha, 2 * x, row) + at(alpha, 2 * x + 1, row);
    }
    return sum >> 3;
  });
}
