import { captionCues, chapterCues, type Document, FramemillError, type TextCue } from '@framemill/timeline/rendering';
import { captionCoding, holdsChapters } from './format-texts.ts';
import { type Format, formats } from './formats.ts';

/** Throws `invalid_request`, listing suitable formats, when files of the format cannot contain the requested texts. */
export function requireTexts(
  format: Format,
  wanted: { captions?: boolean | undefined; chapters?: boolean | undefined },
): void {
  if (wanted.captions && captionCoding(format) === null)
    throw refusal('captions', format, (name) => captionCoding(name) !== null, 'srt or vtt');
  if (wanted.chapters && !holdsChapters(format)) throw refusal('chapters', format, holdsChapters, 'chapters');
}

/** Returns the texts of a document that a profile requests; undefined when it requests none. */
export function filmTexts(
  document: Document,
  wanted: { captions?: boolean | undefined; chapters?: boolean | undefined } | undefined,
): { captions?: TextCue[]; chapters?: TextCue[] } | undefined {
  if (wanted === undefined) return undefined;
  return {
    ...(wanted.captions ? { captions: captionCues(document) } : {}),
    ...(wanted.chapters ? { chapters: chapterCues(document) } : {}),
  };
}

function refusal(what: string, format: Format, holds: (format: Format) => boolean, beside: string): FramemillError {
  const others = formats.filter(holds).join(', ');
  const message = `The format ${format} does not support ${what}. Choose one of ${others}, or a separate file (${beside}).`;
  return new FramemillError('invalid_request', message, { field: what });
}
