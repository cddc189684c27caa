/** A word and the time at which it is spoken. Seconds. */
export interface TimedWord {
  text: string;
  start: number;
  end: number;
}

/** Limits for one caption. */
export interface CaptionLimits {
  maxWords: number;
  maxChars: number;
  /**
   * Longest pause inside a caption. A longer one starts a new caption; a shorter one between captions is bridged.
   * Seconds.
   */
  maxPauseSec: number;
}

/** One caption: its words, and the time for which it is visible. Seconds. */
export interface Caption {
  words: TimedWord[];
  start: number;
  end: number;
}

/** Minimum length of a caption: less cannot be read, nor drawn in the slowest project. Seconds. */
const SHORTEST_SEC = 0.1;

const SENTENCE_END = /[.!?…。！？][)"'”’»\]]*$/u;

/** Words whose full stop does not end a sentence: p.m., U.S., initials, titles and other short forms. */
const ABBREVIATION =
  /^[("'“‘«[]*(?:(?:\p{L}\.){2,}|\p{Lu}\.|(?:mr|mrs|ms|mx|dr|prof|st|sr|jr|rev|capt|lt|sgt|gov|vs|approx|nr|inc|ltd|corp|dept|blvd)\.)$/iu;

/** Characters of scripts without spaces between words, including their full-width punctuation. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\uff01-\uff65]/u;

/** Joins words as they are written: with spaces, but without spaces inside Chinese, Japanese or Thai. */
export function joinedWords(words: readonly TimedWord[]): string {
  let text = '';
  for (const { text: word } of words) {
    const unspaced =
      UNSPACED.test(Array.from(text.slice(-2)).at(-1) ?? '') && UNSPACED.test(Array.from(word.slice(0, 2))[0] ?? '');
    text += text === '' || unspaced ? word : ` ${word}`;
  }
  return text;
}

/**
 * Groups words into captions, in order of time.
 * A caption ends when it is full, after a sentence, or before a pause. It stays visible until the next one if the pause
 * between them is short. Captions never overlap.
 */
export function groupWords(words: readonly TimedWord[], limits: CaptionLimits): Caption[] {
  const groups: TimedWord[][] = [];
  for (const word of tidied(words)) {
    const group = groups.at(-1);
    if (group && fits(group, word, limits)) group.push(word);
    else groups.push([word]);
  }
  return groups.map((group, place) => captionOf(group, groups[place + 1], limits));
}

/** Returns the words by start, without empty ones. Each ends no later than the next one starts. */
function tidied(words: readonly TimedWord[]): TimedWord[] {
  const sorted = words
    .map((word) => ({ ...word, text: word.text.trim() }))
    .filter((word) => word.text !== '')
    .sort((a, b) => a.start - b.start);
  return sorted.map((word, place) => {
    const nextStart = sorted[place + 1]?.start ?? Number.POSITIVE_INFINITY;
    return { ...word, end: Math.max(word.start, Math.min(word.end, nextStart)) };
  });
}

function fits(group: readonly TimedWord[], word: TimedWord, limits: CaptionLimits): boolean {
  const first = group[0];
  const last = group.at(-1);
  if (!first || !last) return true;
  // The time is too short for a caption of its own, whatever the limits are.
  if (word.start - first.start < SHORTEST_SEC) return true;
  if (group.length >= limits.maxWords) return false;
  if (word.start - last.end > limits.maxPauseSec || endsSentence(last.text)) return false;
  return joinedWords([...group, word]).length <= limits.maxChars;
}

function endsSentence(word: string): boolean {
  return SENTENCE_END.test(word) && !ABBREVIATION.test(word);
}

function captionOf(words: TimedWord[], next: TimedWord[] | undefined, limits: CaptionLimits): Caption {
  const start = words[0]?.start ?? 0;
  const spokenUntil = Math.max(words.at(-1)?.end ?? start, start + SHORTEST_SEC);
  const nextStart = next?.[0]?.start ?? Number.POSITIVE_INFINITY;
  const end = nextStart - spokenUntil <= limits.maxPauseSec ? nextStart : spokenUntil;
  return { words, start, end: Math.min(end, nextStart) };
}
