import { setImmediate as nextTurn } from 'node:timers/promises';
import { FramemillError, type MediaFacts } from '@framemill/timeline/rendering';
import { Frame } from 'node-av/lib';
import { createFrameConverter } from '../media/decode/colour/frame-converter.ts';
import { createDecodeBudget } from '../media/decode/decode-budget.ts';
import { deinterlacing } from '../media/decode/deinterlace.ts';
import { openVideoDecoder } from '../media/decode/video-decoder.ts';
import { type FilterChain, openFilterChain } from '../media/filter-chain.ts';
import { THIS_FILE } from '../media/open-input.ts';
import type { SegmentInfo } from '../media/segment-info.ts';
import { openProxyEncoder, PROXY_CLOCK } from './proxy-encoder.ts';
import { proxySize } from './proxy-size.ts';

/** Facts of a written preview proxy. */
export interface PreviewProxy extends SegmentInfo {
  width: number;
  height: number;
}

/**
 * Maximum number of source pixels of a proxy: two hours of 4K, or eight of 1080p, at 30 frames a second; about an hour
 * of one thread.
 */
const MOST_PIXELS = 1.8e12;

/** Whether a video is short enough for a proxy, according to its facts. Previews of longer ones read the original. */
export function mayHaveProxy({ width, height, durationSec, fps }: MediaFacts): boolean {
  return (width ?? 0) * (height ?? 0) * (durationSec ?? 0) * (fps ?? 0) <= MOST_PIXELS;
}

// About 0.1 s: the end of the parent process is noticed within this time.
const framesPerTurn = 8;

/**
 * Writes a preview proxy: a smaller copy of a video (`proxySize`) without audio that shows the same frame at each time.
 * Key frames are an eighth of a second apart, so that any frame is available within milliseconds. It costs one decoding
 * and about a third more. `onProgress` gets the number of finished frames.
 *
 * Throws FramemillError `invalid_request` when no frame can be decoded and when there are too many pixels; no file is
 * left then.
 */
export async function makePreviewProxy(
  path: string,
  outPath: string,
  onProgress?: (done: number) => void,
): Promise<PreviewProxy> {
  const budget = createDecodeBudget({ jumpPixels: MOST_PIXELS, framePixels: MOST_PIXELS });
  const decoder = deinterlacing(openVideoDecoder(path, THIS_FILE, { budget }));
  const { geometry, timeBase } = decoder;
  const converter = createFrameConverter(geometry);
  const size = proxySize(geometry.width, geometry.height);
  const scaler = createScaler(size);
  const encoder = openProxyEncoder(size.width, size.height, outPath);
  const ticksPerTick = (PROXY_CLOCK * timeBase.num) / timeBase.den;
  const image = new Frame();
  image.alloc();
  try {
    let last = -1;
    let frames = 0;
    for (let start = decoder.next(image); start !== null; start = decoder.next(image)) {
      // Before its start a video shows its first frame, so the proxy begins at 0.
      const at = frames === 0 ? 0 : Math.round(start * ticksPerTick);
      if (at <= last) continue;
      encoder.write(scaler.scale(converter.convert(image)), at);
      last = at;
      frames += 1;
      if (frames % framesPerTurn !== 0) continue;
      onProgress?.(frames);
      await nextTurn();
    }
    if (frames === 0) {
      throw new FramemillError('invalid_request', `${THIS_FILE} contains no video frame that can be decoded.`);
    }
    return { ...size, ...encoder.finish() };
  } catch (error) {
    encoder.abort();
    throw error;
  } finally {
    image.free();
    scaler.close();
    converter.close();
    decoder.close();
  }
}

/**
 * Creates a scaler of upright BT.709 frames from one size to another, by averaging, as the compositor does for
 * downscaled layers.
 */
function createScaler(size: { width: number; height: number }): { scale(frame: Frame): Frame; close(): void } {
  let chain: FilterChain | null = null;
  return {
    scale(frame) {
      if (frame.width === size.width && frame.height === size.height) return frame;
      chain ??= openFilterChain([
        [
          'buffer',
          `width=${frame.width}:height=${frame.height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
            `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
        ],
        ['scale', `w=${size.width}:h=${size.height}:flags=area+accurate_rnd+bitexact`],
        ['format', 'pix_fmts=yuv420p'],
        ['buffersink', ''],
      ]);
      chain.push(frame);
      const scaled = chain.pull();
      if (!scaled) {
        const message = `Scaling a frame to ${size.width}x${size.height} failed: swscale returned no frame.`;
        throw new FramemillError('internal_error', message);
      }
      return scaled;
    },
    close: () => chain?.close(),
  };
}
