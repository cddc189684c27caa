import type { TimedWord } from '../providers/speech/speech-adapter.ts';

/** Lengths of pauses after punctuation marks, in syllables. */
const pauses: readonly [marks: RegExp, weight: number][] = [
  [/[.!?。！？…]["'”’)\]]*$/u, 2.4],
  [/[,;:、，；：–—]["'”’)\]]*$/u, 1.2],
];

/**
 * Distributes a known script over a known duration. Each word gets time by its syllables, and punctuation at the end of
 * a word adds a pause. Words in scripts without spaces (Chinese, Japanese, Thai) are split by `Intl.Segmenter`.
 * `durationSec` must be more than 0. Times are in seconds, rounded to milliseconds, ascending and inside the duration.
 * An empty script gives no words.
 */
export function spreadScript(script: string, durationSec: number): TimedWord[] {
  return spreadWords(scriptWords(script), 0, durationSec);
}

/** Splits a script into words, as captions show them. */
export function scriptWords(script: string): string[] {
  return script
    .trim()
    .split(/\s+/u)
    .flatMap((word) => (word === '' ? [] : wordsIn(word)));
}

/** Distributes words over the time from `fromSec` to `toSec`, in seconds. */
export function spreadWords(texts: readonly string[], fromSec: number, toSec: number): TimedWord[] {
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
