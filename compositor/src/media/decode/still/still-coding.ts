import { readHead } from '../../open-input.ts';
import { PEAK_NITS } from '../colour/light-curves.ts';
import { readAvifColour } from './avif-colour.ts';
import { readPngColour } from './png-colour.ts';
import { bt709Primaries, bt2020Primaries, lightBetween } from './primaries.ts';
import { primariesOf, type StillTags } from './still-tags.ts';

/** How a still picture says its colours, where the image library would not hear it. */
export interface StillCoding extends Pick<StillTags, 'curve' | 'limitedColour' | 'limitedAlpha'> {
  /** Nine factors by rows, light to light of BT.709's primaries. */
  readonly toBt709: readonly number[];
  /** The same to BT.2020's, in which high dynamic range is toned down. */
  readonly toBt2020: readonly number[];
  /** The brightest that a picture of high dynamic range says it has, in cd/m2. */
  readonly peakNits: number;
}

const HEAD_BYTES = 1 << 20;

const plain = { toBt2020: [], peakNits: PEAK_NITS, limitedColour: false, limitedAlpha: false } as const;

/** Display P3: the primaries of number 12 with sRGB's curve. */
export function displayP3(): StillCoding {
  const toBt709 = lightBetween(primariesOf(12) ?? bt709Primaries, bt709Primaries) ?? [];
  return { ...plain, curve: 'srgb', toBt709 };
}

/** How the numbers of a PNG or AVIF are meant. Null: as the image library takes them, as sRGB or by the file's profile. */
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
