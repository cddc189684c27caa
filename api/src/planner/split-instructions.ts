import { CLOSE, numberOf, OPEN } from './words.ts';

/** Quotes of any kind. */
const quotes = /"[^"]+"|“[^”]+”|„[^“”]+[“”]|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|‘[^’]+’|«[^»]+»/gu;
/** Words of chats, and what they stand for. */
const longhand: Record<string, string> = {
  pls: 'please',
  plz: 'please',
  u: 'you',
  n: 'and',
  'w/': 'with',
  thx: 'thanks',
};
const shorthand = /(?<![\p{L}\p{N}'’])(?:pls|plz|thx|u|n|w\/)(?![\p{L}\p{N}'’])/giu;
const putAside = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'gu');

/** A message without its quotes: in their places stand marks that `QUOTED` matches. */
export interface Bare {
  sentences: string[];
  /** What stood in a quote, by its mark. */
  unquoted(mark: string): string;
  /** A text with the quotes as they were written. */
  restored(text: string): string;
}

/** The sentences of a message. What stands in quotes is put aside, so that nothing in it joins or begins an instruction. */
export function readSentences(message: string): Bare {
  const kept: string[] = [];
  const bare = message
    .replaceAll(new RegExp(`[${OPEN}${CLOSE}]`, 'gu'), '')
    .replaceAll(quotes, (quote) => `${OPEN}${kept.push(quote) - 1}${CLOSE}`)
    .replaceAll(shorthand, (said) => longhand[said.toLowerCase()] ?? said)
    // "Two and a half seconds" is no list.
    .replaceAll(/\b(\p{L}+|\d+) and a half\b/giu, (said, whole) => halfMore(whole) ?? said)
    // Numbers and dashes of a list.
    .replaceAll(/^\s*(?:\d+[.)]|[-*•])\s+/gmu, '');
  const sentences = bare.match(/(?:[^.;!?\n]|[.;!?](?=[^\s.;!?]))+[.;!?\n]*/gu) ?? [];
  const whole = (text: string) => text.replaceAll(putAside, (_, index) => kept[Number(index)] ?? '');
  return {
    sentences: sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== ''),
    unquoted: (mark) => whole(mark.trim()).slice(1, -1).trim(),
    restored: whole,
  };
}

function halfMore(whole: string): string | null {
  const number = /^(?:second|minute)$/i.test(whole) ? 1 : numberOf(whole);
  return Number.isNaN(number)
    ? null
    : `${number + 0.5}${/^s/i.test(whole) ? ' seconds' : /^m/i.test(whole) ? ' minutes' : ''}`;
}

/** A part of a sentence that may be an instruction, and what joins it to the one before. */
export interface Segment {
  text: string;
  joint: string;
}

const joints =
  /(\s*[,:;]?\s*\b(?:and then|and also|and|then|after that|afterwards|finally|plus)\b\s*,?\s*|\s*,\s*|\s+&\s+|\s*:\s+)/iu;

/** The parts of a sentence between "and", "then" and commas. */
export function readSegments(sentence: string): Segment[] {
  const pieces = sentence.split(joints);
  const segments: Segment[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const [joint, text] = [pieces[index - 1] ?? '', (pieces[index] ?? '').trim()];
    if (text !== '') segments.push({ text, joint });
  }
  return segments;
}
