import { type Primaries, primariesByNumber } from './primaries.ts';

/**
 * The curve between a coded value and its light: a standard's, or a power. `bt709` is that of displays (BT.1886); with BT.709's primaries its codes are taken for
 * sRGB's, as they are of every video.
 */
export type StillCurve = 'srgb' | 'bt709' | 'pq' | 'hlg' | { readonly exponent: number };

/** What a file's own tags say: primaries or number by H.273. */
export interface StillTags {
  readonly curve: StillCurve;
  readonly primaries: Primaries | null;
  /** A profile (ICC) in the file says more than these tags. */
  readonly profileCounts: boolean;
  /** Black to white is 16 to 235, in 255ths, and the image library leaves it so. */
  readonly limitedColour: boolean;
  readonly limitedAlpha: boolean;
  /** The brightest pixel of high dynamic range (MaxCLL), in cd/m2; null: the file does not say. */
  readonly peakNits: number | null;
}

/** The curve that H.273, table 3, has under a number; BT.601's codes are sRGB's to browsers. */
export function curveByNumber(number: number): StillCurve {
  switch (number) {
    case 1:
    case 14:
    case 15:
      return 'bt709';
    case 4:
      return { exponent: 2.2 };
    case 5:
      return { exponent: 2.8 };
    case 8:
      return { exponent: 1 };
    case 16:
      return 'pq';
    case 18:
      return 'hlg';
    default:
      return 'srgb';
  }
}

/** Null: those of BT.709, or none that are known. */
export function primariesOf(number: number): Primaries | null {
  return primariesByNumber[number] ?? null;
}
