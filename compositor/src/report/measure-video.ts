import { setImmediate } from 'node:timers/promises';
import { avGetCodecName, Frame } from 'node-av/lib';
import { openVideoDecoder } from '../media/decode/video-decoder.ts';
import { openInput } from '../media/open-input.ts';
import { createGrayConverter } from './gray-frame.ts';
import { createFrameWatch, type WatchedFrames } from './watch-frames.ts';

/** Measurements of a finished file's video stream. */
export interface MeasuredVideo extends WatchedFrames {
  codec: string;
  width: number;
  height: number;
  frames: number;
  /** Start of the first frame, in seconds of the file. `endSec` is the end of the last one. */
  startSec: number;
  endSec: number;
}

const FRAMES_A_TURN = 16;

/**
 * Decodes every frame of a file once and measures it. Returns null for a file without video. `onProgress` gets the
 * number of frames done. Throws FramemillError `invalid_request` for a file that cannot be read.
 */
export async function measureVideo(path: string, onProgress?: (done: number) => void): Promise<MeasuredVideo | null> {
  const input = openInput(path);
  const stream = input.video;
  // The library uses a separate codec name for animated WebP.
  const codec = stream && avGetCodecName(stream.codecpar.codecId)?.replace(/^webp_anim$/, 'webp');
  const { num, den } = stream?.avgFrameRate ?? { num: 0, den: 0 };
  input.close();
  if (!codec) return null;
  const decoder = openVideoDecoder(path);
  const gray = createGrayConverter();
  const watch = createFrameWatch();
  const frame = new Frame();
  frame.alloc();
  const tickSec = decoder.timeBase.num / decoder.timeBase.den;
  let [frames, startSec, lastSec, frameSec] = [0, 0, 0, num > 0 ? den / num : 0.04];
  try {
    for (let ticks = decoder.next(frame); ticks !== null; ticks = decoder.next(frame)) {
      const atSec = Math.max(0, ticks * tickSec);
      if (frames === 0) startSec = atSec;
      // Animations show a frame for as long as nothing changes.
      if (frame.duration > 0) frameSec = Number(frame.duration) * tickSec;
      else if (frames > 0 && num <= 0) frameSec = atSec - lastSec;
      watch.add(atSec, gray.convert(frame));
      lastSec = atSec;
      frames += 1;
      if (frames % FRAMES_A_TURN !== 0) continue;
      onProgress?.(frames);
      await setImmediate();
    }
  } finally {
    frame.free();
    gray.close();
    decoder.close();
  }
  const endSec = frames === 0 ? 0 : lastSec + frameSec;
  const { width, height } = decoder.geometry;
  return { codec, width, height, frames, startSec, endSec, ...watch.finish(endSec) };
}
