import { FramemillError } from '@framemill/timeline';
import type { ItemValues } from './item-values.ts';
import { layout } from './make-greeting.ts';

/** Size of the checked frames: half the size of the video, like previews. */
export const frameSize = { width: 960, height: 540 } as const;

/** Pixels of a frame: 8-bit red, green and blue for each pixel, row by row. */
export type FramePixels = Uint8Array | Uint8ClampedArray | Buffer;

/** Values read from the pixels of a frame. */
export interface Reading extends Pick<ItemValues, 'name' | 'image'> {
  /** Largest difference of a channel between the background and the requested colour, 0-255. */
  readonly colourOff: number;
  /**
   * Largest uncertainty of the values read: distance from the pixels to the best matching pattern divided by the
   * distance to the second best. Below 1.
   */
  readonly doubt: number;
}

/** Reference frame whose values are known. */
export interface Specimen {
  readonly values: ItemValues;
  readonly pixels: FramePixels;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const half = 0.5;
/**
 * Width of a character cell in the checked frame, in pixels. In JetBrains Mono every glyph is 600 of 1,000 units wide.
 */
const cell = 0.6 * layout.text.fontSize * half;
const nameLength = 9;
const lineHeight = layout.text.fontSize * layout.text.lineHeight * half;
const left = frameSize.width / 2 + layout.text.x * half - (nameLength / 2) * cell;
/** Returns the box around `count` character cells from the cell `first` on, in the lower one of the two text lines. */
const cells = (first: number, count: number): Box => ({
  ...{ left: Math.round(left + first * cell), top: Math.round(frameSize.height / 2 + lineHeight * 0.05) },
  ...{ width: Math.round(count * cell), height: Math.round(lineHeight * 0.9) },
});
const firstName = cells(0, 4);
const digits = [5, 6, 7, 8].map((place) => cells(place, 1));
/** Box inside the disc, which is the image in the frame. */
const image: Box = {
  left: Math.round(frameSize.width / 2 + layout.image.x * half - 70),
  ...{ top: frameSize.height / 2 - 70, width: 140, height: 140 },
};
/** Area of the background that no moving shape covers. */
const background: Box = { left: 880, top: 20, width: 60, height: 40 };

/**
 * Returns a function that reads from a frame which values a video of the batch benchmark shows. It compares the pixels
 * with those of reference frames whose values are known (`specimens`): the first name as a whole, each digit by itself,
 * and the image. It also compares the mean background colour with the requested `colour` (`#rrggbb`). Throws
 * `internal_error` for fewer than two specimens.
 */
export function frameReader(specimens: readonly Specimen[]): (pixels: FramePixels, colour: string) => Reading {
  if (specimens.length < 2)
    throw new FramemillError('internal_error', `Two reference frames or more are needed (got ${specimens.length}).`);
  const patterns = (box: Box, show: Show) => specimens.map(({ pixels }) => patternOf(pixels, box, show));
  const names = patterns(firstName, whiteness);
  const numbers = digits.map((box) => patterns(box, whiteness));
  const images = patterns(image, channels);
  return (pixels, colour) => {
    const name = nearest(patternOf(pixels, firstName, whiteness), names);
    const number = digits.map((box, place) => nearest(patternOf(pixels, box, whiteness), numbers[place] ?? []));
    const shown = nearest(patternOf(pixels, image, channels), images);
    const text = (at: number) => specimens[at]?.values.name ?? '';
    return {
      // The name of a specimen repeats its digit.
      name: `${text(name.at).slice(0, 4)} ${number.map(({ at }) => text(at).at(-1)).join('')}`,
      image: specimens[shown.at]?.values.image ?? -1,
      colourOff: colourOff(pixels, colour),
      doubt: Math.max(name.doubt, shown.doubt, ...number.map(({ doubt }) => doubt)),
    };
  };
}

/** Returns the pixels of a canvas without their alpha channel. */
export function withoutAlpha(pixels: Uint8ClampedArray): FramePixels {
  const count = pixels.length / 4;
  const opaque = new Uint8Array(count * 3);
  for (let n = 0; n < count; n++) {
    opaque[n * 3] = pixels[n * 4] ?? 0;
    opaque[n * 3 + 1] = pixels[n * 4 + 1] ?? 0;
    opaque[n * 3 + 2] = pixels[n * 4 + 2] ?? 0;
  }
  return opaque;
}

type Show = (red: number, green: number, blue: number) => readonly number[];

/** Returns how white a pixel is, as a list of one number. Text is white, and the backgrounds are dark. */
const whiteness: Show = (red, green, blue) => [Math.max(0, Math.min(red, green, blue) - 140) * 2];
const channels: Show = (red, green, blue) => [red, green, blue];

function patternOf(pixels: FramePixels, box: Box, show: Show): number[] {
  const pattern: number[] = [];
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const at = (y * frameSize.width + x) * 3;
      pattern.push(...show(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0));
    }
  }
  return pattern;
}

function nearest(pattern: readonly number[], known: readonly (readonly number[])[]): { at: number; doubt: number } {
  const far = known.map((one) => one.reduce((sum, value, n) => sum + Math.abs(value - (pattern[n] ?? 0)), 0));
  const [best = 0, second = 1] = [...far].sort((a, b) => a - b);
  return { at: far.indexOf(best), doubt: best / Math.max(1, second) };
}

function colourOff(pixels: FramePixels, colour: string): number {
  const wanted = [1, 3, 5].map((from) => Number.parseInt(colour.slice(from, from + 2), 16));
  const pattern = patternOf(pixels, background, channels);
  const count = pattern.length / 3;
  const means = [0, 1, 2].map(
    (channel) => pattern.reduce((sum, v, n) => (n % 3 === channel ? sum + v : sum), 0) / count,
  );
  return Math.max(...means.map((mean, channel) => Math.abs(mean - (wanted[channel] ?? 0))));
}
