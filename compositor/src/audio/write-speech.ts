import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { SAMPLE_RATE } from './audio-format.ts';
import { openFileStream } from './file-stream.ts';

/** Sample rate of speech recognisers, in Hz. */
export const SPEECH_RATE = 16_000;

const STEP = SAMPLE_RATE / SPEECH_RATE;
const BLOCK = STEP * 4_096;
/**
 * Number of taps on each side of the middle of the low-pass filter, which has a cutoff of 7.2 kHz and a Hann window.
 */
const SIDE = 24;
const CUTOFF = 7_200 / SAMPLE_RATE;

/**
 * Writes the audio of a media file in the format of speech recognisers: 16 kHz, mono, signed 16 bit little endian, no
 * header. Sample n * 16000 is at second n of the file. Resolves with the duration in seconds. Yields to the event loop
 * after every block and calls `onProgress` with the number of seconds written. Throws FramemillError `invalid_request`
 * for a file longer than `mostSec`, or without audio that can be decoded.
 */
export async function writeSpeech(
  path: string,
  outPath: string,
  mostSec: number,
  onProgress?: (doneSec: number) => void,
): Promise<number> {
  const source = openFileStream(path, 0, mostSec * SAMPLE_RATE * 8);
  const out = createWriteStream(outPath);
  const taps = lowPass();
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  // Zeros before the first sample compensate the delay of the filter.
  let line = new Float32Array(SIDE);
  let written = 0;
  const drain = (isEnd: boolean) => {
    const count = Math.max(0, Math.floor((line.length - 2 * SIDE - (isEnd ? 0 : 1)) / STEP) + (isEnd ? 0 : 1));
    const samples = Buffer.alloc(count * 2);
    for (let index = 0; index < count; index += 1) {
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap += 1) sum += (taps[tap] ?? 0) * (line[index * STEP + tap] ?? 0);
      samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sum)) * 32_767), index * 2);
    }
    line = line.slice(count * STEP);
    written += count;
    return out.write(samples) ? null : once(out, 'drain');
  };
  try {
    for (;;) {
      const count = source.read(block, 0, BLOCK);
      if (count === 0) break;
      const next = new Float32Array(line.length + count);
      next.set(line);
      for (let index = 0; index < count; index += 1) {
        next[line.length + index] = ((block.left[index] ?? 0) + (block.right[index] ?? 0)) / 2;
      }
      line = next;
      await drain(false);
      onProgress?.(written / SPEECH_RATE);
      await setImmediate();
    }
    const tail = new Float32Array(line.length + SIDE);
    tail.set(line);
    line = tail;
    await drain(true);
  } finally {
    source.close();
    out.end();
    await finished(out);
  }
  return written / SPEECH_RATE;
}

function lowPass(): Float32Array {
  const taps = Float32Array.from({ length: 2 * SIDE + 1 }, (_, index) => {
    const at = index - SIDE;
    const sinc = at === 0 ? 2 * CUTOFF : Math.sin(2 * Math.PI * CUTOFF * at) / (Math.PI * at);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * at) / (SIDE + 1)));
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}
