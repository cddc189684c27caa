import { setImmediate } from 'node:timers/promises';
import type { MediaAnalysis } from '@framemill/timeline';
import { SAMPLE_RATE } from '../audio-format.ts';
import { openFileStream } from '../file-stream.ts';
import { createLoudnessMeter } from '../loudness/loudness-meter.ts';
import { createQuietStretches } from './quiet-stretches.ts';
import { createSpeechStretches } from './speech-stretches.ts';
import { createPeaks, createWaveform, type Peaks, type Waveform } from './waveform.ts';

const BLOCK = 4096;
const BLOCKS_A_TURN = 32;

/** Measurements of a file's audio; plain data for JSON. */
export interface AudioAnalysis extends MediaAnalysis {
  /** End of the audio, in seconds from the file's time zero. */
  durationSec: number;
  waveform: Waveform;
  peaks: Peaks;
}

/**
 * Measures the audio of a media file in one pass, in the form in which the mix plays it: 48 kHz stereo, mono on both
 * sides at full level, surround mixed down. The result contains quiet and speech passages, loudness, true peak,
 * waveform and peaks. Memory grows only with the lists in the result, by at most about 3 kB a second of audio.
 *
 * Yields to the event loop about every 3 s of audio, and then calls `onProgress` with the number of seconds analysed.
 * Throws FramemillError `invalid_request` for a file without audio that can be decoded.
 */
export async function analyseAudio(path: string, onProgress?: (doneSec: number) => void): Promise<AudioAnalysis> {
  const source = openFileStream(path, 0);
  const block = { left: new Float32Array(BLOCK), right: new Float32Array(BLOCK) };
  const quiet = createQuietStretches();
  const speech = createSpeechStretches();
  const meter = createLoudnessMeter();
  const waveform = createWaveform();
  const peaks = createPeaks();
  let samples = 0;
  try {
    for (let blocks = 0; ; blocks += 1) {
      const count = source.read(block, 0, BLOCK);
      if (count === 0) break;
      quiet.add(block, count);
      speech.add(block, count);
      meter.add(block, 0, count);
      waveform.add(block, count);
      peaks.add(block, count);
      samples += count;
      if (blocks % BLOCKS_A_TURN !== 0) continue;
      onProgress?.(samples / SAMPLE_RATE);
      await setImmediate();
    }
  } finally {
    source.close();
  }
  return {
    durationSec: samples / SAMPLE_RATE,
    silences: quiet.finish(),
    speech: speech.finish(),
    loudness: meter.finish(),
    waveform: waveform.finish(),
    peaks: peaks.finish(),
  };
}
