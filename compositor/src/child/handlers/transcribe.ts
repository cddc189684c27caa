import path from 'node:path';
import { alignScript, recogniseSpeech } from '../../audio/speech/pocketsphinx.ts';
import { writeSpeech } from '../../audio/speech/write-speech.ts';
import type { Handler } from './handler.ts';

/** Writes down what is said in a media file, or finds when the words of a script are said. */
export const transcribe: Handler<'transcribe'> = {
  type: 'transcribe',
  run: async ({ path: source, script, folder, mostSec }, onProgress) => {
    const speech = path.join(folder, 'speech.raw');
    const durationSec = await writeSpeech(source, speech, mostSec, onProgress);
    // The recogniser says nothing before its end: that it runs is all that is known.
    const onLine = () => onProgress(durationSec);
    if (script !== null) return { durationSec, aligned: await alignScript(speech, script, folder, onLine), words: [] };
    return { durationSec, aligned: [], words: await recogniseSpeech(speech, onLine) };
  },
};
