import { setImmediate as nextTurn } from 'node:timers/promises';
import { FramemillError, type MediaFacts } from '@framemill/timeline/rendering';
import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { PROXY_GROUP_SEC } from '../media/decode/backward-cache.ts';
import { createFrameConverter } from '../media/decode/colour/frame-converter.ts';
import { createDecodeBudget } from '../media/decode/decode-budget.ts';
import { deinterlacing } from '../media/decode/deinterlace.ts';
import { openVideoDecoder } from '../media/decode/video-decoder.ts';
import { openFrameWriter } from '../media/encode/frame-writer.ts';
import { type FilterChain, openFilterChain } from '../media/filter-chain.ts';
import { THIS_FILE } from '../media/open-input.ts';
import type { SegmentInfo } from '../media/segment-info.ts';

/** Properties of a written preview proxy. */
export interface PreviewProxy extends SegmentInfo {
  width: number;
  height: number;
}

/**
 * Maximum number of pixels in all frames of a source for which a proxy is made: two hours of 4K, or eight of 1080p, at
 * 30 frames a second. Encoding them takes about an hour of one thread.
 */
const MOST_PIXELS = 1.8e12;

/**
 * Whether a video may have a preview proxy, according to its metadata: its frames may have at most `MOST_PIXELS` pixels
 * in total. Other videos are previewed from the original.
 */
export function mayHaveProxy({ width, height, durationSec, fps }: MediaFacts): boolean {
  return (width ?? 0) * (height ?? 0) * (durationSec ?? 0) * (fps ?? 0) <= MOST_PIXELS;
}

// About 0.1 s: the end of the parent process is noticed within this time.
const framesPerTurn = 8;

/**
 * Writes a preview proxy: a smaller copy of a video (`proxySize`) without audio that shows the same frame at each time.
 * Its key frames are an eighth of a second apart, so that any frame can be decoded within milliseconds. Takes about a
 * third more time than decoding the source. `onProgress` gets the number of finished frames.
 *
 * Throws FramemillError `invalid_request` when no frame can be decoded and when there are too many pixels; in these
 * cases no file remains.
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
      throw new FramemillError(
        'invalid_request',
        `${THIS_FILE} contains no video frame that can be decoded. Export or upload it again.`,
      );
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
        const message =
          `Scaling a frame to ${size.width}x${size.height} failed: swscale returned no frame. Try again, or convert ` +
          'the video to another format first.';
        throw new FramemillError('internal_error', message);
      }
      return scaled;
    },
    close: () => chain?.close(),
  };
}

/**
 * Ticks per second of a proxy's time stamps. Rounding a time to a tick is within the tolerance of decoders (half a
 * tick).
 */
const PROXY_CLOCK = 90_000;

const longestGroup = PROXY_GROUP_SEC * PROXY_CLOCK;

/**
 * Encoder options of preview proxies: H.264 without B-frames and loop filter, a key frame every eighth of a second.
 *
 * Time to decode a random frame of 10 s of noisy 1080p30 at half size, with the file open (p50 / p95), and file size:
 * key frame every half second 6.9 / 13 ms, 6.8 MB; only key frames 1.9 / 2.0 ms, 12 MB; MJPEG (q 5) 6.7 / 7.2 ms, 10.9
 * MB; preset ultrafast 8.7 / 19 ms, 8.9 MB; ultrafast with a key frame every quarter of a second 7.2 / 14 ms, 9.3 MB.
 * The encoding times differ by at most 10 %.
 *
 * The same for another clip of that kind: key frame every quarter of a second 7.7 / 14.5 ms, 6.9 MB; every eighth 4.4 /
 * 7.1 ms, 8.1 MB; only key frames 3.0 / 3.9 ms, 8.9 MB. An eighth instead of a quarter halves the p95, and adds a sixth
 * to the bytes to store and to send to each node.
 */
const options = {
  preset: 'superfast',
  tune: 'fastdecode',
  crf: '22',
  'forced-idr': '1',
  'x264-params': 'keyint=infinite:min-keyint=1:scenecut=0:bframes=0:cpu-independent=1',
  a53cc: '0',
};

/** Writer of a video that is optimised for showing single frames. Each frame has its own start time. */
export interface ProxyEncoder {
  /**
   * Adds a frame: planar 4:2:0, BT.709 limited, of the proxy's size. Its time `start`, in ticks of `PROXY_CLOCK`, must
   * be later than that of the previous frame.
   */
  write(frame: Frame, start: number): void;
  /** Completes the file. Throws when no frame was written. */
  finish(): SegmentInfo;
  /** Cancels and removes the file. Does nothing after `finish`. */
  abort(): void;
}

/**
 * Opens the encoder of a proxy at `outPath`, an MP4. `width` and `height` must be even. The encoder uses one thread and
 * gives the same bytes on every machine.
 */
function openProxyEncoder(width: number, height: number, outPath: string): ProxyEncoder {
  const clock = { num: PROXY_CLOCK, den: 1 };
  const rate = { num: 30, den: 1 };
  const encoding = { encoder: FF_ENCODER_LIBX264, options, width, height, clock, rate };
  const writer = openFrameWriter(encoding, outPath, 'The preview proxy');
  let last = -1;
  let lastKey = 0;
  return {
    write(frame, start) {
      const isFirst = writer.frames === 0;
      const length = isFirst ? PROXY_CLOCK / 30 : start - last;
      // The next frame is assumed to follow at the same distance as this one followed the last.
      const isKey = isFirst || start + length - lastKey > longestGroup;
      if (isKey) lastKey = start;
      last = start;
      writer.write(frame, { start, length, isKey });
    },
    finish: () => writer.finish(),
    abort: () => writer.abort(),
  };
}

/** Minimum length of the longer side of a reduced preview proxy, in pixels: the size of previews in a 1080p project. */
const leastLongSide = 960;

/**
 * Returns the size of the preview proxy for a video displayed at `width` x `height`: half of that size, rounded to even
 * numbers. The longer side is not reduced below 960 pixels, the size of previews in a 1080p project. The proxy is never
 * larger than the video.
 */
export function proxySize(width: number, height: number): { width: number; height: number } {
  const scale = Math.max(0.5, Math.min(1, leastLongSide / Math.max(width, height)));
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}
