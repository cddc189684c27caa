/** Values of numbers written as words. */
export const numbers: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  sixty: 60,
};

/** Positions that ordinal words name, counted from 0, or negative from the end: `first` is 0, `last` is -1. */
const ordinals: Record<string, number> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  sixth: 5,
  seventh: 6,
  eighth: 7,
  ninth: 8,
  tenth: 9,
  last: -1,
  final: -1,
  penultimate: -2,
};

/** Pattern of a number in digits or as a word, such as `7`, `1.5`, `half` or `twelve`. */
export const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|half|${Object.keys(numbers).join('|')})`;
const UNIT = String.raw`(?:s|secs?|seconds?|m|mins?|minutes?)\b`;
/** Pattern of a duration with its unit: `7s`, `half a second`, `two minutes`. */
export const LENGTH = String.raw`(?:${NUMBER}(?:\s*-?\s*${UNIT}|\s+(?:of\s+)?an?\s+${UNIT})|an?\s+${UNIT})`;
/** Pattern of a time on the timeline: `1:05`, `0:10.5`, `7s`, `7 seconds`, `7`. */
export const TIME = String.raw`(?:\d+:\d{1,2}(?:\.\d+)?|${LENGTH}|\d+(?:[.,]\d+)?(?![\d:%]))`;
/** Pattern of a time in a form that cannot be confused with another number: `1:05`, `7s`. */
export const CLOCK = String.raw`(?:\d+:\d{1,2}(?:\.\d+)?|${LENGTH})`;

/**
 * Characters before and after the number in a quoted text's placeholder.
 * They are from Unicode's private use area, which no message contains.
 */
export const [OPEN, CLOSE] = ['\ue000', '\ue001'];
/** Pattern of the placeholder for a quoted text. */
export const QUOTED = `${OPEN}\\d+${CLOSE}`;

/** Returns the number for a text that the pattern `NUMBER` matched. */
export function numberOf(text: string): number {
  const plain = text.trim().toLowerCase();
  return plain === 'half' ? 0.5 : (numbers[plain] ?? Number(plain.replace(',', '.')));
}

/**
 * Returns the position that an ordinal word names (first, 2nd, last), counted from 0, or negative from the end.
 * Returns `null` when the word is not an ordinal.
 */
export function ordinalOf(word: string): number | null {
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1];
  return digits === undefined ? (ordinals[word] ?? null) : Number(digits) - 1;
}

/** Returns the duration or time, in seconds, for a text that the pattern `TIME` or `LENGTH` matched. */
export function secondsOf(text: string): number {
  const plain = text.trim();
  const clock = /^(\d+):(\d{1,2}(?:\.\d+)?)$/.exec(plain);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const amount = new RegExp(`^${NUMBER}`, 'i').exec(plain)?.[0];
  const isMinutes = /\bm(?:ins?|inutes?)?\b|\dm\b/i.test(plain);
  return (amount === undefined ? 1 : numberOf(amount)) * (isMinutes ? 60 : 1);
}

/**
 * Template tag that returns a regular expression as a string, without interpreting backslashes. Line breaks and the
 * spaces around them are removed, so that a long pattern can be written on several lines.
 */
export function pattern(parts: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: parts.raw.map((part) => part.replaceAll(/\s*\n\s*/g, '')) }, ...values);
}

/** Returns a template tag that builds regular expressions with these flags. Templates are written as for `pattern`. */
export const regexp =
  (flags: string) =>
  (parts: TemplateStringsArray, ...values: string[]): RegExp =>
    new RegExp(pattern(parts, ...values), flags);

/** Builds a case-insensitive regular expression. Templates are written as for `pattern`. */
export const re = regexp('iu');

/**
 * Builds a case-insensitive regular expression that must match a whole instruction. Templates are written as for
 * `pattern`.
 */
export function say(parts: TemplateStringsArray, ...values: string[]): RegExp {
  return new RegExp(`^${pattern(parts, ...values)}$`, 'iu');
}

/**
 * Returns the edit distance of two words (optimal string alignment). An edit inserts, deletes or replaces a letter, or
 * swaps it with the next. Counting stops above `most`; the result is then `most + 1`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next.push(isSwapped ? Math.min(cost, (before[j - 2] ?? 0) + 1) : cost);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? most + 1;
}
