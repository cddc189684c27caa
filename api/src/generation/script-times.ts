import type { TimedWord } from '../providers/speech.ts';

/** Lengths of pauses after punctuation marks, in syllables. */
const pauses: readonly [marks: RegExp, weight: number][] = [
  [/[.!?。！？…]["'”’)\]]*$/u, 2.4],
  [/[,;:、，；：–—]["'”’)\]]*$/u, 1.2],
];

/**
 * Distributes the words of a script over its duration.
 * The time of a word is proportional to its number of syllables, and punctuation after a word adds a pause. Scripts
 * without spaces (Chinese, Japanese, Thai) are split into words by `Intl.Segmenter`. `durationSec` must be more than 0.
 * The resulting times are in seconds, rounded to milliseconds, ascending and inside the duration. An empty script gives
 * no words.
 */
export function spreadScript(script: string, durationSec: number): TimedWord[] {
  return spreadWords(scriptWords(script), 0, durationSec);
}

/** Splits a script into the words that captions are made of. */
export function scriptWords(script: string): string[] {
  return script
    .trim()
    .split(/\s+/u)
    .flatMap((word) => (word === '' ? [] : wordsIn(word)));
}

/** Distributes words over the time from `fromSec` to `toSec`, in seconds. */
function spreadWords(texts: readonly string[], fromSec: number, toSec: number): TimedWord[] {
  const words = texts.map((text) => ({
    ...{ text, weight: syllables(text), pause: pauses.find(([marks]) => marks.test(text))?.[1] ?? 0 },
  }));
  const last = words.at(-1);
  // No pause follows the last word.
  if (last) last.pause = 0;
  const total = words.reduce((sum, { weight, pause }) => sum + weight + pause, 0);
  let spent = 0;
  const at = (weight: number) => Math.round((fromSec + (weight / total) * (toSec - fromSec)) * 1_000) / 1_000;
  return words.map(({ text, weight, pause }) => {
    const start = at(spent);
    const end = at(spent + weight);
    spent += weight + pause;
    return { text, start, end };
  });
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

function wordsIn(word: string): string[] {
  if (!unspaced.test(word)) return [word];
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(word)) {
    // A punctuation mark belongs to the word before it.
    if (isWordLike || words.length === 0) words.push(segment);
    else words[words.length - 1] += segment;
  }
  return words;
}

/**
 * Estimates the number of syllables of a word by its groups of vowels, at least one. Each character of Han and kana
 * counts as one.
 */
function syllables(word: string): number {
  const wide = word.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const digits = word.match(/\d/g)?.length ?? 0;
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // A final "e" of an English word is usually silent.
  const vowels = plain.replace(/([^aeiouy])e\b/g, '$1').match(/[aeiouyäöüаеёиоуыэюяαεηιουω]+/gu)?.length ?? 0;
  return Math.max(1, wide + vowels + digits * 1.5);
}

/** Word of a script that was recognised in the spoken audio, with its index in the script. Times are in seconds. */
export interface FoundWord {
  index: number;
  startSec: number;
  endSec: number;
}

/**
 * Minimum duration of an unrecognised word, in seconds.
 * If the gap between two recognised words is too short for this, the unrecognised words share the time of the preceding
 * word.
 */
const LEAST_SEC = 0.1;

/**
 * Computes the times of all words of a script, of which some were recognised in the spoken audio. The other words are
 * spread over the gaps between recognised words, in proportion to their syllables. `found` must be in order. The
 * resulting times are in seconds, ascend, and lie between 0 and `durationSec`.
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
