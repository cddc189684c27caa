import type { TimedWord } from '../providers/speech/speech-adapter.ts';
import { spreadWords } from './spread-script.ts';

/** A word of a script that was found in its speech, by its place in the script. Seconds. */
export interface FoundWord {
  index: number;
  startSec: number;
  endSec: number;
}

/** A word that was not found has at least that long; with less between its neighbours, theirs is shared out. Seconds. */
const LEAST_SEC = 0.1;

/**
 * Times of all words of a script of which some were found in its speech. The others are spread by their syllables over the time
 * between those that were. `found` is in order. Times ascend and lie within 0 and `durationSec`.
 */
export function alignScript(words: readonly string[], found: readonly FoundWord[], durationSec: number): TimedWord[] {
  const within = (sec: number) => Math.min(durationSec, Math.max(0, sec));
  const timed: TimedWord[] = [];
  const place = (to: number, until: number) => {
    const missing = words.slice(timed.length, to);
    if (missing.length === 0) return;
    const from = timed.at(-1)?.end ?? 0;
    if (until - from >= missing.length * LEAST_SEC) timed.push(...spreadWords(missing, from, until));
    else {
      // The word before was heard into them: it shares its time with them.
      const before = timed.pop();
      const all = before ? [before.text, ...missing] : missing;
      timed.push(...spreadWords(all, before?.start ?? from, Math.max(until, before?.start ?? from)));
    }
  };
  for (const { index, startSec, endSec } of found) {
    const text = words[index];
    if (text === undefined || index < timed.length) continue;
    const start = within(Math.max(startSec, timed.at(-1)?.start ?? 0));
    place(index, start);
    timed.push({ text, start, end: within(Math.max(start, endSec)) });
  }
  place(words.length, durationSec);
  return timed;
}
