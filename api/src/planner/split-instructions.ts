import { normalise } from './normalise.ts';
import { quoteTexts } from './unquoted-texts.ts';
import { CLOSE, OPEN } from './words.ts';

/** Quotes of any kind. */
const quotes = /"[^"]+"|“[^”]+”|„[^“”]+[“”]|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|‘[^’]+’|«[^»]+»/gu;
const putAside = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'gu');

/** A message without its quotes: in their places stand marks that `QUOTED` matches. */
export interface Bare {
  sentences: string[];
  /** What stood in a quote, by its mark. */
  unquoted(mark: string): string;
  /** A text with the quotes as they were written. */
  restored(text: string): string;
}

/**
 * The sentences of a message in plain words (`normalise`). What stands in quotes is put aside, so that nothing in it joins or
 * begins an instruction. `names`: words of the project, which are not repaired. `texts`: what stands in it.
 */
export function readSentences(
  message: string,
  names: ReadonlySet<string> = new Set(),
  texts: readonly string[] = [],
): Bare {
  const kept: string[] = [];
  const aside = (text: string) => text.replaceAll(quotes, (quote) => `${OPEN}${kept.push(quote) - 1}${CLOSE}`);
  const marked = aside(message.replaceAll(new RegExp(`[${OPEN}${CLOSE}]`, 'gu'), ''));
  const bare = normalise(aside(quoteTexts(marked, texts)), names);
  const sentences = bare.match(/(?:[^.;!?\n]|[.;!?](?=[^\s.;!?]))+[.;!?\n]*/gu) ?? [];
  const whole = (text: string) => text.replaceAll(putAside, (_, index) => kept[Number(index)] ?? '');
  return {
    sentences: sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== ''),
    unquoted: (mark) => whole(mark.trim()).slice(1, -1).trim(),
    restored: whole,
  };
}

/** A part of a sentence that may be an instruction, and what joins it to the one before. */
export interface Segment {
  text: string;
  joint: string;
}

const joints =
  /(\s*[,:;]?\s*\b(?:and then|and also|and|then|after that|afterwards|finally|plus)\b\s*,?\s*|\s*,?\s+but\s+(?=(?:leave|keep|don't|do not|make|also|only|turn|mute|lower|not)\b)|\s*,\s*|\s+&\s+|\s*:\s+)/iu;

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
