import type { Coverage } from '../../graph/graph-node.ts';
import { at, type BytePlane, fromPixels } from './blend.ts';

/**
 * Affine map from pixels to positions in the rectangle. The first pixel is mapped to (px, py). One pixel to the right
 * adds (pxx, pyx) to the position, one pixel down adds (pxy, pyy).
 */
export interface CoverMap {
  px: number;
  py: number;
  pxx: number;
  pxy: number;
  pyx: number;
  pyy: number;
}

/**
 * Rounded rectangle around the origin: half its width and height (hx, hy) and the radii of its corners (rx, ry), in
 * pixels.
 */
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

type Field = Exclude<Coverage, { kind: 'outline' | 'node' }>;

/**
 * Reference implementation of `coverLines`, `coverDisc` and `coverSlats`: returns the coverage (0-1) of the pixel whose
 * centre is (x, y).
 */
export function coverageAt(field: Field, x: number, y: number, box: { width: number; height: number }): number {
  switch (field.kind) {
    case 'half': {
      const angle = (field.angle * Math.PI) / 180;
      return soft((x - field.x) * Math.cos(angle) + (y - field.y) * Math.sin(angle), field.feather);
    }
    case 'disc': {
      const { radiusX, radiusY } = field;
      const [px, py] = [(x - field.x) / radiusX, (y - field.y) / radiusY];
      const way = Math.hypot(px, py);
      if (way < 1e-4) return soft(Math.min(radiusX, radiusY), field.feather);
      return soft((way * (1 - way)) / Math.hypot(px / radiusX, py / radiusY), field.feather);
    }
    case 'sweep': {
      if (field.share <= 0 || field.share >= 1) return Number(field.share >= 1);
      const turn = field.share * 2 * Math.PI;
      const right = x - field.x;
      const left = -(x - field.x) * Math.cos(turn) - (y - field.y) * Math.sin(turn);
      return soft(field.share > 0.5 ? Math.max(right, left) : Math.min(right, left), field.feather);
    }
    case 'slats': {
      const angle = ((field.angle + 90) * Math.PI) / 180;
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const length = Math.abs(box.width * dx) + Math.abs(box.height * dy);
      const per = field.count / length;
      const t = ((x - box.width / 2) * dx + (y - box.height / 2) * dy + length / 2) * per;
      const open = (at: number) => Math.floor(at) * field.share + Math.min(field.share, at - Math.floor(at));
      return (open(t + per / 2) - open(t - per / 2)) / per;
    }
  }
}

function soft(distance: number, feather: number): number {
  const t = Math.min(1, Math.max(0, distance / Math.max(1, feather) + 0.5));
  return t * t * (3 - 2 * t);
}

/**
 * Reference implementation of `discMaximum`: returns the largest value within `radius` of (x, y). Values outside the
 * image are 0.
 */
export function discMaximum(values: (x: number, y: number) => number, x: number, y: number, radius: number): number {
  let most = 0;
  for (let dy = -radius; dy <= radius; dy++) {
    for (let dx = -radius; dx <= radius; dx++) {
      if (dx * dx + dy * dy <= radius * radius) most = Math.max(most, values(x + dx, y + dy));
    }
  }
  return most;
}
