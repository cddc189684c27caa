import path from 'node:path';
import { alignScript, recogniseSpeech } from '../../audio/pocketsphinx.ts';
import { writeSpeech } from '../../audio/write-speech.ts';
import { brokenLimits } from '../../plan/report-schema.ts';
import { measureQuality } from '../../report/quality-report.ts';
import type { Handler } from '../tasks.ts';

/** Handler that measures a finished file and checks it against limits. */
export const report: Handler<'report'> = {
  type: 'report',
  run: async ({ type: _, ...input }, onProgress) => {
    const measured = await measureQuality(input, onProgress);
    return { ...measured, broken: input.limits ? brokenLimits(measured, input.limits) : [] };
  },
};

/** Handler that transcribes a media file, or finds when the words of a script are spoken. */
export const transcribe: Handler<'transcribe'> = {
  type: 'transcribe',
  run: async ({ path: source, script, folder, mostSec }, onProgress) => {
    const speech = path.join(folder, 'speech.raw');
    const durationSec = await writeSpeech(source, speech, mostSec, onProgress);
    // The recogniser has no output before its end, so progress only means that it is running.
    const onLine = () => onProgress(durationSec);
    if (script !== null) return { durationSec, aligned: await alignScript(speech, script, folder, onLine), words: [] };
    return { durationSec, aligned: [], words: await recogniseSpeech(speech, onLine) };
  },
};
