import { writeFile } from 'node:fs/promises';
import { analyseAudio } from '../../audio/analysis/analyse-audio.ts';
import type { Handler } from './handler.ts';

/**
 * Handler that measures the audio of a media file. It writes the analysis for commands and the waveform as JSON, and
 * the peaks for the editor as bytes.
 */
export const ingestAudio: Handler<'ingest-sound'> = {
  type: 'ingest-sound',
  run: async ({ path, analysisPath, waveformPath, peaksPath }, onProgress) => {
    const { waveform, peaks, durationSec, ...analysis } = await analyseAudio(path, onProgress);
    await writeFile(analysisPath, JSON.stringify(analysis));
    await writeFile(waveformPath, JSON.stringify({ durationSec, ...waveform }));
    await writeFile(peaksPath, peaks.data);
    return { durationSec, peakLevels: peaks.levels };
  },
};
