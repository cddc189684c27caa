import type { RgbaImage } from './rgba-convert.ts';

/**
 * Computes the exact Gaussian blur in floating point, in the size of the image. Beyond the image, edge pixels are
 * repeated (`clamp`) or values are 0.
 */
export function gaussian(image: RgbaImage, sigmaX: number, sigmaY: number, clamp: boolean): Float64Array {
  const across = blurAxis(Float64Array.from(image.data), image.width, image.height, 4, sigmaX, clamp);
  return transposed(
    blurAxis(transposed(across, image.width, image.height), image.height, image.width, 4, sigmaY, clamp),
    image.height,
    image.width,
  );
}

function blurAxis(data: Float64Array, width: number, height: number, step: number, sigma: number, clamp: boolean) {
  if (sigma <= 0) return data;
  const radius = Math.ceil(sigma * 5);
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let i = -radius; i <= radius; i++) {
        const column = x + i;
        if (!clamp && (column < 0 || column >= width)) continue;
        const from = (y * width + Math.min(Math.max(column, 0), width - 1)) * step;
        const weight = (weights[i + radius] ?? 0) / sum;
        for (let k = 0; k < step; k++) {
          const at = (y * width + x) * step + k;
          out[at] = (out[at] ?? 0) + weight * (data[from + k] ?? 0);
        }
      }
    }
  }
  return out;
}

function transposed(data: Float64Array, width: number, height: number): Float64Array {
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let k = 0; k < 4; k++) out[(x * height + y) * 4 + k] = data[(y * width + x) * 4 + k] ?? 0;
    }
  }
  return out;
}
