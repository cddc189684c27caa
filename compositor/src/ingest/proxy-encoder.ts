import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { openFrameWriter } from '../media/encode/frame-writer.ts';
import { PROXY_GROUP_SEC } from '../media/proxy-groups.ts';
import type { SegmentInfo } from '../media/segment-info.ts';

/** Ticks a second of a proxy's clock. Rounding a time to it is within the tolerance of decoders (half a tick). */
export const PROXY_CLOCK = 90_000;

const longestGroup = PROXY_GROUP_SEC * PROXY_CLOCK;

/**
 * Encoder options of preview proxies: H.264 without B-frames and loop filter, a key frame every eighth of a second.
 * Measured on 10 s of noisy 1080p30 at half size, random frames, p50 / p95 with the file open: groups of half a second
 * 6.9 / 13 ms and 6.8 MB; only key frames 1.9 / 2.0 ms and 12 MB; MJPEG (q 5) 6.7 / 7.2 ms and 10.9 MB; preset
 * ultrafast 8.7 / 19 ms and 8.9 MB, in groups of a quarter 7.2 / 14 ms and 9.3 MB. Encoding costs the same within 10 %.
 *
 * CPU time and bytes of another clip of that kind: groups of a quarter 7.7 / 14.5 ms and 6.9 MB, of an eighth 4.4 / 7.1
 * ms and 8.1 MB, only key frames 3.0 / 3.9 ms and 8.9 MB. An eighth halves the remaining p95 for a sixth more to store
 * and to send to each node.
 */
const options = {
  preset: 'superfast',
  tune: 'fastdecode',
  crf: '22',
  'forced-idr': '1',
  'x264-params': 'keyint=infinite:min-keyint=1:scenecut=0:bframes=0:cpu-independent=1',
  a53cc: '0',
};

/** Writer of a video that is optimised for showing single frames. Frames keep their times. */
export interface ProxyEncoder {
  /**
   * Adds a frame (planar 4:2:0, BT.709 limited, of the proxy's size) that starts at `start`, in ticks, later than the
   * previous one.
   */
  write(frame: Frame, start: number): void;
  /** Completes the file. Throws when no frame was written. */
  finish(): SegmentInfo;
  /** Cancels and removes the file. Does nothing after `finish`. */
  abort(): void;
}

/**
 * Opens the encoder of a proxy of an even size at `outPath`, an MP4. It uses one thread and gives the same bytes on
 * every machine.
 */
export function openProxyEncoder(width: number, height: number, outPath: string): ProxyEncoder {
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
