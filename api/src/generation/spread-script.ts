import type { TimedWord } from '../providers/speech/speech-adapter.ts';

/** Weights in syllables: what a speaker needs for the silence behind a mark. */
const pauses: readonly [marks: RegExp, weight: number][] = [
  [/[.!?。！？…]["'”’)\]]*$/u, 2.4],
  [/[,;:、，；：–—]["'”’)\]]*$/u, 1.2],
];

/**
 * Distributes a known script over a known duration: each word takes time by its syllables, and marks at the ends of words are
 * pauses. Words in scripts without spaces (Chinese, Japanese, Thai) are found by `Intl.Segmenter`. `durationSec` is more than 0;
 * times are milliseconds as seconds, ascending, inside the duration. An empty script gives no words.
 */
export function spreadScript(script: string, durationSec: number): TimedWord[] {
  return spreadWords(scriptWords(script), 0, durationSec);
}

/** The words of a script, as captions show them. */
export function scriptWords(script: string): string[] {
  return script
    .trim()
    .split(/\s+/u)
    .flatMap((word) => (word === '' ? [] : wordsIn(word)));
}

/** Distributes words over the time from `fromSec` to `toSec`. */
export function spreadWords(texts: readonly string[], fromSec: number, toSec: number): TimedWord[] {
  const words = texts.map((text) => ({
    ...{ text, weight: syllables(text), pause: pauses.find(([marks]) => marks.test(text))?.[1] ?? 0 },
  }));
  const last = words.at(-1);
  // Nothing is said after the last word, so nothing is waited for.
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
    // A mark belongs to the word before it.
    if (isWordLike || words.length === 0) words.push(segment);
    else words[words.length - 1] += segment;
  }
  return words;
}

/** About how many syllables a word has: its groups of vowels, at least one; one for each character of Han and kana. */
function syllables(word: string): number {
  const wide = word.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const digits = word.match(/\d/g)?.length ?? 0;
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  // An "e" at the end of an English word is mostly silent.
  const vowels = plain.replace(/([^aeiouy])e\b/g, '$1').match(/[aeiouyäöüаеёиоуыэюяαεηιουω]+/gu)?.length ?? 0;
  return Math.max(1, wide + vowels + digits * 1.5);
}
