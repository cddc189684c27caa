import type { TimedWord } from '../providers/speech/speech-adapter.ts';
import { spreadWords } from './spread-script.ts';

/** Word of a script recognised in its speech, with its index in the script. Times are in seconds. */
export interface FoundWord {
  index: number;
  startSec: number;
  endSec: number;
}

/**
 * Minimum duration of an unrecognised word, in seconds. If the gap between its neighbours is shorter, the preceding
 * word's time is shared.
 */
const LEAST_SEC = 0.1;

/**
 * Computes times for all words of a script of which some were recognised in its speech. The other words are spread by
 * syllables over the gaps between recognised words. `found` must be in order. The resulting times ascend and are within
 * 0 and `durationSec`, in seconds.
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
      // The recogniser assigned the time of these words to the word before, so share its time.
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
