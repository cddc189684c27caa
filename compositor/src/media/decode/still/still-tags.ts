import { type Primaries, primariesByNumber } from './primaries.ts';

/**
 * Transfer curve between coded values and light: that of a standard, or a power. `bt709` is the curve of displays
 * (BT.1886). With BT.709 primaries its codes are used as sRGB codes, as for every video.
 */
export type StillCurve = 'srgb' | 'bt709' | 'pq' | 'hlg' | { readonly exponent: number };

/** Colour tags of an image file. */
export interface StillTags {
  readonly curve: StillCurve;
  readonly primaries: Primaries | null;
  /** Whether a colour profile (ICC) in the file takes precedence over these tags. */
  readonly profileCounts: boolean;
  /** Whether black to white is 16 to 235 of 255, which the image library does not expand. */
  readonly limitedColour: boolean;
  readonly limitedAlpha: boolean;
  /** Brightest pixel of high dynamic range (MaxCLL), in cd/m2; null: the file does not state it. */
  readonly peakNits: number | null;
}

/** Returns the transfer curve of H.273, table 3, by number. BT.601 codes count as sRGB, as in browsers. */
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

/** Returns the primaries of H.273, table 2, by number; null for those of BT.709 and for unsupported numbers. */
export function primariesOf(number: number): Primaries | null {
  return primariesByNumber[number] ?? null;
}
