import type { ColourCoding } from '../../colour-tags.ts';
import { lumaSharesOf } from './luma-shares.ts';

/** How the samples of a picture say red, green and blue. */
export interface SampleCoding extends ColourCoding {
  /** Bits of a sample, 8-12. */
  readonly depth: number;
}

/** The weights of the kernel `wideToPlanar` for a table of `cells` a side: its description says what they are. */
export function wideColourWeights({ matrix, range, depth }: SampleCoding, cells: number): Int32Array {
  const unit = 2 ** (depth - 8);
  const highest = 2 ** depth - 1;
  const [black, white, swing] = range === 'full' ? [0, highest, highest] : [16 * unit, 235 * unit, 224 * unit];
  const { red, green, blue } = lumaSharesOf(matrix);
  const perLuma = (cells * 256) / (white - black);
  const perChroma = (cells * 256) / swing / 8;
  const [redV, blueU] = [2 * (1 - red) * perChroma, 2 * (1 - blue) * perChroma];
  // As many bits as the largest weight, which is luma's, leaves in 16.
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
