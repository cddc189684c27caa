import { setImmediate } from 'node:timers/promises';
import { avGetCodecName, Frame } from 'node-av/lib';
import { createQuietStretches } from '../audio/analysis/quiet-stretches.ts';
import { openAudioDecoder } from '../audio/audio-decoder.ts';
import { SAMPLE_RATE } from '../audio/audio-format.ts';
import { openFileStream } from '../audio/file-stream.ts';
import { createLoudnessMeter, type Loudness } from '../audio/loudness/loudness-meter.ts';
import { openInput } from '../media/open-input.ts';
import type { Stretch } from './stretches.ts';

/** Measurements of a finished file's audio. */
export interface MeasuredAudio {
  codec: string;
  loudness: Loudness;
  /** Time ranges of two seconds or longer with a level below -60 dBFS. */
  silence: Stretch[];
  /** Start of the audible audio, in seconds of the file. `endSec` is the end of the audio. */
  startSec: number;
  endSec: number;
}

const SILENT_DB = -60;
const LEAST_SILENCE_SEC = 2;
const BLOCK = 4096;
const BLOCKS_A_TURN = 32;

/**
 * Decodes the audio of a file once, as 48 kHz stereo, and measures it. Returns null for a file without audio.
 * `onProgress` gets the number of seconds done. Throws FramemillError `invalid_request` when the file cannot be read.
 */
export async function measureAudio(
  path: string,
  onProgress?: (doneSec: number) => void,
): Promise<MeasuredAudio | null> {
  const input = openInput(path);
  const codec = input.audio && avGetCodecName(input.audio.codecpar.codecId);
  input.close();
  if (!codec) return null;
  const stream = openFileStream(path, 0);
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  const quiet = createQuietStretches();
  const meter = createLoudnessMeter();
  let samples = 0;
  try {
    for (let blocks = 0; ; blocks += 1) {
      const count = stream.read(block, 0, BLOCK);
      if (count === 0) break;
      quiet.add(block, count);
      meter.add(block, 0, count);
      samples += count;
      if (blocks % BLOCKS_A_TURN !== 0) continue;
      onProgress?.(samples / SAMPLE_RATE);
      await setImmediate();
    }
  } finally {
    stream.close();
  }
  const silent = quiet.finish().filter(({ levelDb }) => levelDb <= SILENT_DB);
  const silence = joined(silent).filter(({ startSec, endSec }) => endSec - startSec >= LEAST_SILENCE_SEC);
  return { codec, loudness: meter.finish(), silence, startSec: startOf(path), endSec: samples / SAMPLE_RATE };
}

/** Merges adjacent time ranges, whatever their levels. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const { startSec, endSec } of stretches) {
    const last = found.at(-1);
    if (last && startSec - last.endSec < 1e-6) last.endSec = endSec;
    else found.push({ startSec, endSec });
  }
  return found;
}

/** Returns the start of the first sample that players output, in seconds; priming before time 0 is not output. */
function startOf(path: string): number {
  const decoder = openAudioDecoder(path, 0);
  const frame = new Frame();
  frame.alloc();
  try {
    const first = decoder.next(frame);
    return first === null ? 0 : Math.max(0, first / frame.sampleRate);
  } finally {
    frame.free();
    decoder.close();
  }
}
