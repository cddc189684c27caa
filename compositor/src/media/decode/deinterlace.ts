import { FramemillError } from '@framemill/timeline/rendering';
import { AV_FRAME_FLAG_INTERLACED } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { type FilterChain, openFilterChain } from '../filter-chain.ts';
import type { VideoDecoder } from './video-decoder.ts';

/**
 * Wraps a decoder so that interlaced frames become progressive, by motion-adaptive interpolation (bwdif) in the field
 * order of each frame. Every input frame gives one frame with the same time. Files without interlaced frames are not
 * changed. A deinterlaced frame depends on the frames before and after it. After a seek, decoding therefore starts one
 * key frame earlier than necessary, so that the frame is the same after any seek.
 */
export function deinterlacing(decoder: VideoDecoder): VideoDecoder {
  const input = new Frame();
  input.alloc();
  let chain: FilterChain | null = null;
  /**
   * Whether an interlaced frame was found. From then on every frame goes through the filter; progressive frames are not
   * changed.
   */
  let active = false;
  /** Start times of the frames that the filter has received but not yet returned, in ticks. */
  let inside: number[] = [];
  /** Whether the next result of the filter must be dropped, because the filter did not receive the frame before it. */
  let unprimed = false;
  let ended = false;

  function reset(): void {
    chain?.close();
    chain = null;
    inside = [];
    ended = false;
    unprimed = false;
  }

  function feed(): void {
    const start = decoder.next(input);
    if (start === null) {
      ended = true;
      chain?.push(null);
      return;
    }
    chain ??= openDeinterlacer(input);
    // The filter distinguishes two fields by their times.
    input.pts = BigInt(Math.round(start));
    chain.push(input);
    inside.push(start);
  }

  function filtered(frame: Frame): number | null {
    for (;;) {
      const output = chain?.pull();
      const start = output ? inside.shift() : undefined;
      if (output && start !== undefined) {
        if (unprimed) {
          unprimed = false;
          continue;
        }
        frame.unref();
        if (frame.ref(output) < 0)
          throw new FramemillError(
            'internal_error',
            'A deinterlaced frame could not be returned, probably because memory is exhausted. Free some and retry.',
          );
        return start;
      }
      if (ended) return null;
      feed();
    }
  }

  function seek(ticks: number, neededFrom?: number): number {
    reset();
    const key = decoder.seek(ticks, active ? undefined : neededFrom);
    if (!active || key === Number.NEGATIVE_INFINITY) return key;
    const earlier = decoder.seek(key - 1);
    unprimed = earlier !== Number.NEGATIVE_INFINITY;
    return earlier;
  }

  /**
   * Switches to the filter when the decoder returns its first interlaced frame. Seeks back, sends the frames up to the
   * requested time through the filter, and returns the start of the filtered frame; null at the end.
   */
  function activate(frame: Frame, wanted: number): number | null {
    active = true;
    seek(wanted);
    for (let start = filtered(frame); ; start = filtered(frame)) if (start === null || start >= wanted) return start;
  }

  return {
    timeBase: decoder.timeBase,
    geometry: decoder.geometry,
    hasAlpha: decoder.hasAlpha,
    hasFullChroma: decoder.hasFullChroma,
    durationSec: decoder.durationSec,
    startTicks: decoder.startTicks,
    slackTicks: decoder.slackTicks,
    get damaged() {
      return decoder.damaged;
    },
    next(frame) {
      if (active) return filtered(frame);
      const start = decoder.next(frame);
      return start !== null && frame.hasFlags(AV_FRAME_FLAG_INTERLACED) ? activate(frame, start) : start;
    },
    peek: () => (active ? undefined : decoder.peek()),
    seek,
    rewind() {
      reset();
      decoder.rewind();
    },
    close() {
      reset();
      input.free();
      decoder.close();
    },
  };
}

function openDeinterlacer(frame: Frame): FilterChain {
  return openFilterChain([
    [
      'buffer',
      `width=${frame.width}:height=${frame.height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
        `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ],
    ['bwdif', 'mode=send_frame:parity=auto:deint=interlaced'],
    ['buffersink', ''],
  ]);
}
