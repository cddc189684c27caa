import type { RgbImage } from './images.ts';

const window = 8;
const step = 4;
/**
 * Constants of the structural similarity index by Wang et al., "Image quality assessment: from error visibility to
 * structural similarity" (IEEE TIP 13, 2004).
 */
const c1 = (0.01 * 255) ** 2;
const c2 = (0.03 * 255) ** 2;

/**
 * Computes the mean structural similarity (SSIM) of the luma of two images of the same size, over blocks of 8 x 8
 * pixels at every fourth pixel. The result is 1 for equal images.
 */
export function similarity(a: RgbImage, b: RgbImage): number {
  if (a.width !== b.width || a.height !== b.height) {
    throw new Error(`Images of different sizes cannot be compared: ${a.width}x${a.height} and ${b.width}x${b.height}.`);
  }
  const [first, second] = [lumaOf(a), lumaOf(b)];
  let sum = 0;
  let count = 0;
  for (let y = 0; y + window <= a.height; y += step) {
    for (let x = 0; x + window <= a.width; x += step) {
      sum += windowSimilarity(first, second, a.width, x, y);
      count += 1;
    }
  }
  return sum / count;
}

function windowSimilarity(a: Float64Array, b: Float64Array, stride: number, x: number, y: number): number {
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0];
  for (let row = y; row < y + window; row++) {
    for (let at = row * stride + x; at < row * stride + x + window; at++) {
      const [p, q] = [a[at] ?? 0, b[at] ?? 0];
      sumA += p;
      sumB += q;
      squareA += p * p;
      squareB += q * q;
      product += p * q;
    }
  }
  const n = window * window;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [varianceA, varianceB] = [squareA / n - meanA ** 2, squareB / n - meanB ** 2];
  const covariance = product / n - meanA * meanB;
  return (
    ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varianceA + varianceB + c2))
  );
}

function lumaOf({ data, width, height }: RgbImage): Float64Array {
  const luma = new Float64Array(width * height);
  for (let at = 0; at < luma.length; at++) {
    luma[at] = 0.2126 * (data[at * 3] ?? 0) + 0.7152 * (data[at * 3 + 1] ?? 0) + 0.0722 * (data[at * 3 + 2] ?? 0);
  }
  return luma;
}
