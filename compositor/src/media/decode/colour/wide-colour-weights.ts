import type { ColourCoding } from '../../colour-tags.ts';
import { lumaSharesOf } from './luma-shares.ts';

/** Colour matrix, range and bit depth of the samples of a frame. */
export interface SampleCoding extends ColourCoding {
  /** Bits per sample, 8-12. */
  readonly depth: number;
}

/**
 * Computes the weights of the kernel `wideToPlanar` for a table with `cells` cells on each side. Their layout is
 * documented at the kernel.
 */
export function wideColourWeights({ matrix, range, depth }: SampleCoding, cells: number): Int32Array {
  const unit = 2 ** (depth - 8);
  const highest = 2 ** depth - 1;
  const [black, white, swing] = range === 'full' ? [0, highest, highest] : [16 * unit, 235 * unit, 224 * unit];
  const { red, green, blue } = lumaSharesOf(matrix);
  const perLuma = (cells * 256) / (white - black);
  const perChroma = (cells * 256) / swing / 8;
  const [redV, blueU] = [2 * (1 - red) * perChroma, 2 * (1 - blue) * perChroma];
  // As many fractional bits as fit into 16 with the largest weight, which is that of luma.
  const shift = Math.floor(Math.log2(32767 / perLuma));
  const fixed = (weight: number) => Math.round(weight * 2 ** shift);
  const pair = (ofLuma: number, ofChroma: number) => (fixed(ofLuma) & 0xffff) | (fixed(ofChroma) << 16);
  return Int32Array.of(
    2 ** (shift - 1) - Math.round(black * perLuma * 2 ** shift),
    shift,
    8 * 128 * unit,
    pair(perLuma, redV),
    pair(perLuma, (-blueU * blue) / green),
    pair(0, (-redV * red) / green),
    pair(perLuma, blueU),
  );
}
