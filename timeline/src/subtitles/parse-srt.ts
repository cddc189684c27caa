import { refuse } from '../errors/refuse.ts';
import { type ParsedSubtitles, positionFixes } from './cue.ts';
import { readCueText } from './cue-text.ts';
import { linesOf } from './lines-of.ts';
import { isTimingLine, readTimingLine } from './timing-line.ts';

/** Position overrides borrowed from SubStation Alpha, except {\an2}, which is the default position of captions. */
const POSITION = /\{[^{}]{0,100}\\(?:an?(?!2\})\d|pos|move)/i;

/**
 * Parses SubRip. A cue begins at its line of times.
 * The number before it may be missing or wrong, and its text may contain empty lines. Throws `invalid_request` with the
 * line number for text that is not a subtitle file.
 */
export function parseSrt(data: string): ParsedSubtitles {
  const lines = linesOf(data);
  const timings = lines.flatMap((line, index) => (isTimingLine(line) ? [index] : []));
  const [first] = timings;
  if (first === undefined) {
    throw refuse('data line 1: the text has no cues. Write 1, then 00:00:01,000 --> 00:00:02,500, then the text.');
  }
  const stray = lines.findIndex((line, index) => index < first && !/^\d*$/.test(line.trim()));
  if (stray >= 0) {
    const hint = /^WEBVTT\b/.test(lines[stray] ?? '') ? 'The text is WebVTT: use format vtt.' : 'Remove it.';
    throw refuse(
      `data line ${stray + 1}: "${(lines[stray] ?? '').slice(0, 60)}" comes before the first timing line. ${hint}`,
    );
  }
  let positioned = 0;
  const cues = timings.map((index, order) => {
    const { start, end, settings } = readTimingLine(lines[index] ?? '', index + 1);
    const next = timings[order + 1] ?? lines.length;
    const body = lines.slice(index + 1, next);
    if (next < lines.length && isNumberOfNext(body)) body.pop();
    const text = body.join('\n').trim();
    if (settings || POSITION.test(text)) positioned += 1;
    return { start, end, ...readCueText(text) };
  });
  return { cues, fixes: positionFixes(positioned) };
}

/** Whether the last line before a time is the next cue's number: a number after an empty line. */
function isNumberOfNext(body: readonly string[]): boolean {
  const before = body.at(-2);
  return /^\s*\d+\s*$/.test(body.at(-1) ?? '') && (before === undefined || before.trim() === '');
}
