import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { Frame } from 'node-av/lib';
import type { OutputProfile } from '../../plan/profile.ts';
import { openVideoDecoder } from '../decode/video-decoder.ts';
import { type FilterChain, type FilterStep, openFilterChain } from '../filter-chain.ts';
import type { StitchInput } from '../stitch-input.ts';

/**
 * Decodes all frames of all segments in order and calls `use` for each. Their time stamps count frames from 0. A frame
 * is valid until `use` ends. Throws `internal_error` when a segment does not have the expected number of frames.
 */
export async function eachFrame(
  input: Pick<StitchInput, 'segments' | 'segmentFrames'>,
  use: (frame: Frame, number: number) => void | Promise<void>,
): Promise<void> {
  const frame = new Frame();
  frame.alloc();
  let number = 0;
  try {
    for (const [index, path] of input.segments.entries()) {
      const decoder = openVideoDecoder(path, basename(path));
      let count = 0;
      try {
        while (decoder.next(frame) !== null) {
          frame.pts = BigInt(number);
          // Most callers return at once: a turn of the event loop for each frame would cost as much as a small frame.
          const used = use(frame, number);
          if (used) await used;
          number += 1;
          count += 1;
        }
      } finally {
        decoder.close();
      }
      const expected = input.segmentFrames[index] ?? 0;
      if (count !== expected) {
        throw new FramemillError(
          'internal_error',
          `Segment ${basename(path)} has ${count} frames, expected ${expected}. Render it again.`,
        );
      }
      await setImmediate();
    }
  } finally {
    frame.free();
  }
}

/**
 * Converts a frame with a filter chain that ends in `rgb24`. Returns rows without gaps, three bytes a pixel. Throws
 * `internal_error` when the chain returns no frame.
 */
export function readRgb(chain: FilterChain, frame: Frame): Buffer {
  chain.push(frame);
  const converted = chain.pull();
  const [plane] = converted?.data ?? [];
  if (!converted || !plane) {
    throw new FramemillError(
      'internal_error',
      `Converting a frame of ${frame.width}x${frame.height} to RGB failed: no frame was returned. Render it again.`,
    );
  }
  const row = converted.width * 3;
  const stride = converted.linesize[0] ?? row;
  const pixels = Buffer.allocUnsafe(row * converted.height);
  for (let y = 0; y < converted.height; y++) plane.copy(pixels, y * row, y * stride, y * stride + row);
  return pixels;
}

/**
 * Arguments of the filter `scale` for converting frames of a segment (BT.709 limited range) to full-range RGB. The
 * flags make the result the same on every processor.
 */
export const TO_RGB =
  'in_color_matrix=bt709:in_range=limited:out_range=full:flags=bicubic+accurate_rnd+full_chroma_int+bitexact';

/** Returns the arguments of the filter `buffer` for frames of a segment. */
export function imageSource({ width, height, rate }: OutputProfile): string {
  return `width=${width}:height=${height}:pix_fmt=yuv420p:time_base=${rate.den}/${rate.num}:pixel_aspect=1/1:colorspace=bt709:range=tv`;
}

/** Opens a filter chain that converts frames of a segment to 8-bit RGB, scaled to `size` when given. */
export function openRgbChain(profile: OutputProfile, size?: { width: number; height: number }): FilterChain {
  return openFilterChain(rgbSteps(profile, 'rgb24', size));
}

/** Returns the filters of a chain that converts frames of a segment to RGB in a pixel layout. */
export function rgbSteps(
  profile: OutputProfile,
  layout: 'rgb24' | 'bgra',
  size?: { width: number; height: number },
): FilterStep[] {
  const scaled = size ? `w=${size.width}:h=${size.height}:${TO_RGB}` : TO_RGB;
  return [
    ['buffer', imageSource(profile)],
    ['scale', scaled],
    ['format', `pix_fmts=${layout}`],
    ['buffersink', ''],
  ];
}
