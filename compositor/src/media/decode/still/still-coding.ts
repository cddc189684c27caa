import { readHead } from '../../open-input.ts';
import { readAvifColour } from './avif-colour.ts';
import { readPngColour } from './png-colour.ts';
import { bt709Primaries, lightToBt709 } from './primaries.ts';
import { primariesOf, type StillTags } from './still-tags.ts';

/** How a still picture says its colours, where the image library would not hear it. */
export interface StillCoding extends Pick<StillTags, 'curve' | 'limitedColour' | 'limitedAlpha'> {
  /** Nine factors by rows, light to light of BT.709's primaries. */
  readonly toBt709: readonly number[];
}

const HEAD_BYTES = 1 << 20;

/** Display P3: the primaries of number 12 with sRGB's curve. */
export function displayP3(): StillCoding {
  const toBt709 = lightToBt709(primariesOf(12) ?? bt709Primaries) ?? [];
  return { curve: 'srgb', toBt709, limitedColour: false, limitedAlpha: false };
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
  const toBt709 = lightToBt709(tags.primaries ?? bt709Primaries);
  if (!toBt709) return null;
  const { curve, limitedColour, limitedAlpha } = tags;
  const isOfDisplay = curve === 'srgb' || curve === 'bt709';
  const isPlain = isOfDisplay && toBt709.every((factor, k) => Math.abs(factor - (k % 4 === 0 ? 1 : 0)) < 0.005);
  return isPlain && !limitedColour && !limitedAlpha ? null : { curve, toBt709, limitedColour, limitedAlpha };
}
