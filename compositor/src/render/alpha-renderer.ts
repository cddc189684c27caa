import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Document } from '@framemill/timeline/rendering';
import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { videoCodecOf } from '../media/encode/encoders.ts';
import { openSegmentEncoder } from '../media/encode/segment-encoder.ts';
import { createFrame } from '../media/frame.ts';
import type { SegmentInfo } from '../media/segment-info.ts';
import type { OutputProfile } from '../plan/profile-schema.ts';

/** Renders frames in order, for one background colour. */
export interface FrameMaker {
  /**
   * Renders output frames [startFrame, endFrame). Each frame is read-only and valid until the next one is requested.
   */
  frames(startFrame: number, endFrame: number): AsyncGenerator<Frame, void, undefined>;
}

/** Returns the document with a background of one colour. */
export function overBackground(document: Document, background: '#000000' | '#ffffff'): Document {
  return { ...document, settings: { ...document.settings, background } };
}

const framesPerTurn = 4;

/**
 * Renders output frames with alpha into a segment. Each frame is drawn once over black and once over white; colour and
 * opacity are computed from the two (`createAlphaMixer`). The result is exact for everything that is in normal blend
 * mode over the background. A clip whose blend mode acts on the background itself is rendered as if the background were
 * black.
 */
export async function renderAlphaSegment(
  makers: { black: FrameMaker; white: FrameMaker },
  profile: OutputProfile,
  range: { startFrame: number; endFrame: number; outPath: string },
  hear: {
    onFrame?: ((done: number) => void) | undefined;
    onStage?: ((ended: 'composite' | 'encode') => void) | undefined;
  },
): Promise<SegmentInfo> {
  const { startFrame, endFrame, outPath } = range;
  const encoder = openSegmentEncoder(profile, outPath, { frames: endFrame - startFrame });
  const mixer = createAlphaMixer(profile);
  const [black, white] = [makers.black, makers.white].map((maker) => maker.frames(startFrame, endFrame));
  try {
    for (let done = 1; done <= endFrame - startFrame; done++) {
      const overBlack = await black?.next();
      const overWhite = await white?.next();
      if (!overBlack?.value || !overWhite?.value) throw new Error(`Frame ${startFrame + done - 1} was not drawn.`);
      const image = mixer.mix(overBlack.value, overWhite.value);
      hear.onStage?.('composite');
      encoder.write(image);
      hear.onStage?.('encode');
      hear.onFrame?.(done);
      if (done % framesPerTurn === 0) await nextTurn();
    }
    return encoder.finish();
  } catch (error) {
    encoder.abort();
    throw error;
  } finally {
    mixer.close();
    await black?.return();
    await white?.return();
  }
}

/** Computes a frame with alpha from the same frame drawn over black and over white. */
export interface AlphaMixer {
  /**
   * Combines the two frames (planar 4:2:0, BT.709 limited, of the profile's size). The result is valid until the next
   * call.
   */
  mix(overBlack: Frame, overWhite: Frame): Frame;
  close(): void;
}

const lumaBlack = 16;
const lumaRange = 219;
const grey = 128;

/**
 * Lookup tables. `opacities` maps the difference between the luma over white and over black to the opacity (0-255).
 * `lumas` and `chromas` map `opacity * 256 + sample over black` to the colour without premultiplication.
 */
const { opacities, lumas, chromas } = tables();

/**
 * Creates a mixer. Its results have the pixel format of the profile's codec and full-range alpha, not premultiplied.
 */
function createAlphaMixer({ format, width, height }: OutputProfile): AlphaMixer {
  const small = createFrame(width, height, AV_PIX_FMT_YUVA420P);
  const wanted = videoCodecOf(format).pixelFormat ?? AV_PIX_FMT_YUV420P;
  const large = wanted === AV_PIX_FMT_YUVA420P ? null : createFrame(width, height, wanted);
  return {
    mix(overBlack, overWhite) {
      mixLuma(small, overBlack, overWhite, width, height);
      mixChroma(small, overBlack, width / 2, height / 2);
      if (large === null) return small;
      widen(small, large, width, height);
      return large;
    },
    close() {
      small.free();
      large?.free();
    },
  };
}

interface Plane {
  readonly data: Uint8Array;
  readonly stride: number;
}

function planeOf(frame: Frame, index: number): Plane {
  const data = frame.data?.[index];
  if (!data) throw new Error(`A frame has no plane ${index}.`);
  return { data, stride: frame.linesize[index] ?? 0 };
}

function mixLuma(out: Frame, overBlack: Frame, overWhite: Frame, width: number, height: number): void {
  const [luma, alpha, black, white] = [planeOf(out, 0), planeOf(out, 3), planeOf(overBlack, 0), planeOf(overWhite, 0)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const sample = black.data[y * black.stride + x] ?? 0;
      const brighter = (white.data[y * white.stride + x] ?? 0) - sample;
      const opacity = opacities[Math.max(brighter, 0)] ?? 0;
      alpha.data[y * alpha.stride + x] = opacity;
      luma.data[y * luma.stride + x] = lumas[opacity * 256 + sample] ?? 0;
    }
  }
}

// The opacity of a chroma sample is the average of its four pixels.
function mixChroma(out: Frame, overBlack: Frame, width: number, height: number): void {
  const alpha = planeOf(out, 3);
  for (const index of [1, 2]) {
    const [chroma, black] = [planeOf(out, index), planeOf(overBlack, index)];
    for (let y = 0; y < height; y++) {
      const above = 2 * y * alpha.stride;
      const below = above + alpha.stride;
      for (let x = 0; x < width; x++) {
        const sum =
          (alpha.data[above + 2 * x] ?? 0) +
          (alpha.data[above + 2 * x + 1] ?? 0) +
          (alpha.data[below + 2 * x] ?? 0) +
          (alpha.data[below + 2 * x + 1] ?? 0);
        const opacity = (sum + 2) >> 2;
        chroma.data[y * chroma.stride + x] =
          chromas[opacity * 256 + (black.data[y * black.stride + x] ?? grey)] ?? grey;
      }
    }
  }
}

/**
 * Converts 4:2:0 of 8 bits to 4:4:4 of 10 bits. A source chroma sample is at the left one of two columns, between two
 * rows.
 */
function widen(small: Frame, large: Frame, width: number, height: number): void {
  for (const index of [0, 3]) {
    const [from, to] = [planeOf(small, index), planeOf(large, index)];
    const out = samplesOf(to);
    for (let y = 0; y < height; y++) {
      const row = (y * to.stride) / 2;
      for (let x = 0; x < width; x++) {
        const sample = from.data[y * from.stride + x] ?? 0;
        // Alpha is full range: 255 becomes 1023. Luma is limited: 235 becomes 940.
        out[row + x] = index === 3 ? (sample << 2) | (sample >> 6) : sample << 2;
      }
    }
  }
  for (const index of [1, 2]) widenChroma(planeOf(small, index), planeOf(large, index), width, height);
}

function widenChroma(from: Plane, to: Plane, width: number, height: number): void {
  const out = samplesOf(to);
  const [lastX, lastY] = [width / 2 - 1, height / 2 - 1];
  for (let y = 0; y < height; y++) {
    const near = y >> 1;
    const far = Math.max(0, Math.min(lastY, near + (y % 2 === 0 ? -1 : 1)));
    const row = (y * to.stride) / 2;
    for (let x = 0; x < width; x++) {
      const left = x >> 1;
      const right = x % 2 === 0 ? left : Math.min(lastX, left + 1);
      const nearSum = (from.data[near * from.stride + left] ?? grey) + (from.data[near * from.stride + right] ?? grey);
      const farSum = (from.data[far * from.stride + left] ?? grey) + (from.data[far * from.stride + right] ?? grey);
      // The sum is in eighths of an 8-bit level; four 10-bit levels are one 8-bit level. Rounded.
      out[row + x] = (3 * nearSum + farSum + 1) >> 1;
    }
  }
}

function samplesOf({ data }: Plane): Uint16Array {
  return new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
}

function tables() {
  const opacityBy = Uint8Array.from({ length: 256 }, (_, brighter) =>
    Math.round(255 * (1 - Math.min(brighter, lumaRange) / lumaRange)),
  );
  const straight = (zero: number) =>
    Uint8ClampedArray.from({ length: 256 * 256 }, (_, place) => {
      const [opacity, sample] = [place >> 8, place & 255];
      return opacity === 0 ? zero : Math.round(zero + ((sample - zero) * 255) / opacity);
    });
  return { opacities: opacityBy, lumas: straight(lumaBlack), chromas: straight(grey) };
}
