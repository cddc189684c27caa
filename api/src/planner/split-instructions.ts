import { normalise } from './normalise.ts';
import { quoteTexts } from './unquoted-texts.ts';
import { CLOSE, OPEN, re } from './words.ts';

/** Matches a quoted text, including its quotation marks, for all common kinds of quotation marks. */
const quotes = /"[^"]+"|“[^”]+”|„[^“”]+[“”]|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}])|‘[^’]+’|«[^»]+»/gu;
const putAside = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'gu');

/** Message in which every quoted text is replaced by a placeholder. The pattern `QUOTED` matches the placeholders. */
export interface Bare {
  sentences: string[];
  /** Returns the quoted text for a placeholder, without its quotation marks. */
  unquoted(mark: string): string;
  /** Returns a text with its placeholders replaced by the original quotes. */
  restored(text: string): string;
}

/**
 * Splits a message into sentences in plain words (see `normalise`).
 * Quoted texts are replaced by placeholders, so that the words in them are not read as instructions. `names` are words
 * of the project, which are not corrected. `texts` are the contents of its text clips.
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

/** Part of a sentence that may be an instruction, with the joining words (`joint`) before it. */
export interface Segment {
  text: string;
  joint: string;
}

const joints = re`
  (
    \s*[,:;]?\s*\b(?:and then|and also|and|then|after that|afterwards|finally|plus)\b\s*,?\s*
    |\s*,?\s+but\s+(?=(?:leave|keep|don't|do not|make|also|only|turn|mute|lower|not)\b)|\s*,\s*|\s+&\s+|\s*:\s+
  )
`;

/** Splits a sentence at "and", "then", commas and colons. */
export function readSegments(sentence: string): Segment[] {
  const pieces = sentence.split(joints);
  const segments: Segment[] = [];
  for (let index = 0; index < pieces.length; index += 2) {
    const [joint, text] = [pieces[index - 1] ?? '', (pieces[index] ?? '').trim()];
    if (text !== '') segments.push({ text, joint });
  }
  return segments;
}
