import { hash2 } from './noise.ts';

/** Image in display-referred RGB: 0 is black, 1 is white, three floats a pixel, rows from the top. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly rgb: Float32Array;
}

/** Creates a black image. Width and height must be even. */
export function createCanvas(width: number, height: number): Canvas {
  return { width, height, rgb: new Float32Array(width * height * 3) };
}

/** Planes of a 4:2:0 frame with their strides in bytes, as a decoder or encoder lays them out in memory. */
export interface Planes {
  readonly data: readonly Uint8Array[];
  readonly linesize: readonly number[];
}

const grainSize = 512;

/**
 * Creates a tile of film grain: noise with a triangular distribution, -1 to 1. Each frame uses the tile with a
 * different offset.
 */
export function createGrain(seed: number): Float32Array {
  const tile = new Float32Array(grainSize * grainSize);
  for (let i = 0; i < tile.length; i++) tile[i] = hash2(i, 1, seed) + hash2(i, 2, seed) - 1;
  return tile;
}

/**
 * Writes an image as 8-bit BT.709 limited-range 4:2:0. Adds `grain` to luma before rounding as dither, which avoids
 * banding in dark gradients. `strength` is the peak of the grain in 8-bit steps; `frame` selects the offset in the
 * grain tile.
 */
export function writePlanes(
  canvas: Canvas,
  planes: Planes,
  grain: Float32Array,
  strength: number,
  frame: number,
): void {
  const { width, height, rgb } = canvas;
  const [luma, blue, red] = planes.data;
  const [lumaStride, blueStride, redStride] = planes.linesize;
  if (!luma || !blue || !red || !lumaStride || !blueStride || !redStride)
    throw new Error('The 4:2:0 frame does not have three planes.');
  const shiftX = Math.floor(hash2(frame, 3, 77) * grainSize);
  const shiftY = Math.floor(hash2(frame, 4, 77) * grainSize);
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      let sumR = 0;
      let sumG = 0;
      let sumB = 0;
      for (let part = 0; part < 4; part++) {
        const px = x + (part & 1);
        const py = y + (part >> 1);
        const at = (py * width + px) * 3;
        const r = clamp(rgb[at] ?? 0);
        const g = clamp(rgb[at + 1] ?? 0);
        const b = clamp(rgb[at + 2] ?? 0);
        sumR += r;
        sumG += g;
        sumB += b;
        const noise = grain[(((py + shiftY) & 511) << 9) | ((px + shiftX) & 511)] ?? 0;
        luma[py * lumaStride + px] = 16.5 + 219 * (0.2126 * r + 0.7152 * g + 0.0722 * b) + noise * strength;
      }
      const meanLuma = 0.2126 * sumR + 0.7152 * sumG + 0.0722 * sumB;
      // Chroma also gets half a step of dither, because its steps are twice as wide on screen.
      const noise = grain[(((y + shiftX) & 511) << 9) | ((x + shiftY) & 511)] ?? 0;
      blue[(y >> 1) * blueStride + (x >> 1)] = 128.5 + (224 / 1.8556 / 4) * (sumB - meanLuma) + noise * 0.5;
      red[(y >> 1) * redStride + (x >> 1)] = 128.5 + (224 / 1.5748 / 4) * (sumR - meanLuma) - noise * 0.5;
    }
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
