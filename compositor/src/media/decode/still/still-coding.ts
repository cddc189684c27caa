import { readHead } from '../../open-input.ts';
import { PEAK_NITS } from '../colour/light-curves.ts';
import { readAvifColour } from './avif-colour.ts';
import { readPngColour } from './png-colour.ts';
import { bt709Primaries, bt2020Primaries, lightBetween } from './primaries.ts';
import { primariesOf, type StillTags } from './still-tags.ts';

/** Colour coding of a still image that the image library would ignore. */
export interface StillCoding extends Pick<StillTags, 'curve' | 'limitedColour' | 'limitedAlpha'> {
  /** 3x3 matrix (by rows) from linear light to linear light in the primaries of BT.709. */
  readonly toBt709: readonly number[];
  /** 3x3 matrix to the primaries of BT.2020, in which high dynamic range is tone-mapped. */
  readonly toBt2020: readonly number[];
  /** Peak brightness that an image of high dynamic range declares, in cd/m2. Default: 1000. */
  readonly peakNits: number;
}

const HEAD_BYTES = 1 << 20;

const plain = { toBt2020: [], peakNits: PEAK_NITS, limitedColour: false, limitedAlpha: false } as const;

/** Returns the coding of Display P3: primaries number 12 of H.273 with the curve of sRGB. */
export function displayP3(): StillCoding {
  const toBt709 = lightBetween(primariesOf(12) ?? bt709Primaries, bt709Primaries) ?? [];
  return { ...plain, curve: 'srgb', toBt709 };
}

/**
 * Reads the colour coding of a PNG or AVIF from its tags. Returns null when the image library's own interpretation is
 * right: as sRGB or by the file's profile.
 */
export function stillCoding(path: string, mimeType: string, hasProfile: boolean): StillCoding | null {
  const tags =
    mimeType === 'image/png'
      ? readPngColour(readHead(path, HEAD_BYTES))
      : mimeType === 'image/avif'
        ? readAvifColour(path)
        : null;
  if (!tags || (hasProfile && tags.profileCounts)) return null;
  const primaries = tags.primaries ?? bt709Primaries;
  const toBt709 = lightBetween(primaries, bt709Primaries);
  const toBt2020 = lightBetween(primaries, bt2020Primaries);
  if (!toBt709 || !toBt2020) return null;
  const { curve, limitedColour, limitedAlpha, peakNits } = tags;
  const isOfDisplay = curve === 'srgb' || curve === 'bt709';
  const isPlain = isOfDisplay && toBt709.every((factor, k) => Math.abs(factor - (k % 4 === 0 ? 1 : 0)) < 0.005);
  if (isPlain && !limitedColour && !limitedAlpha) return null;
  return { curve, toBt709, toBt2020, limitedColour, limitedAlpha, peakNits: peakNits ?? PEAK_NITS };
}
