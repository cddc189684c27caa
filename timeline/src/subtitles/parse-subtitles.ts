import { FramemillError, refuse } from '../errors/framemill-error.ts';
import { type Cue, isTimingLine, linesOf, type ParsedSubtitles, positionFixes, readTimingLine } from './cue.ts';
import { readCueText } from './cue-text.ts';

/** Position overrides borrowed from SubStation Alpha, except {\an2}, which is the default position of captions. */
const POSITION = /\{[^{}]{0,100}\\(?:an?(?!2\})\d|pos|move)/i;

/**
 * Parses SubRip. A cue begins at its time line. The number before it may be missing or wrong, and the text of a cue may
 * contain empty lines. Throws `invalid_request` with the line number for text that is not a subtitle file.
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

/** Whether the last line before a time line is the number of the next cue: a number after an empty line. */
function isNumberOfNext(body: readonly string[]): boolean {
  const before = body.at(-2);
  return /^\s*\d+\s*$/.test(body.at(-1) ?? '') && (before === undefined || before.trim() === '');
}

/** Maximum number of messages about blocks that were left out. */
const MOST_FIXES = 20;

/**
 * Parses WebVTT (W3C). Notes, styles and regions are skipped; positions of cues are dropped and counted.
 * Other blocks, and cues with invalid times, are left out as the specification requires, and reported with their lines.
 * Throws `invalid_request` with the line number when the header or every cue is missing.
 */
export function parseVtt(data: string): ParsedSubtitles {
  const lines = linesOf(data);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) {
    throw refuse(
      `data line 1: "${(lines[0] ?? '').slice(0, 60)}" is not the header WEBVTT. Add WEBVTT or use format srt.`,
    );
  }
  const cues: Cue[] = [];
  const wrong: FramemillError[] = [];
  let positioned = 0;
  for (const { firstLine, block } of blocksOf(lines)) {
    if (isPassedOver(block)) continue;
    try {
      const { cue, isPositioned } = readBlock(block, firstLine);
      cues.push(cue);
      if (isPositioned) positioned += 1;
    } catch (error) {
      if (!(error instanceof FramemillError)) throw error;
      wrong.push(error);
    }
  }
  if (cues.length === 0) {
    throw (
      wrong[0] ??
      refuse(`data line ${lines.length}: the text ends without a cue. Write 00:01.000 --> 00:02.500 and the text.`)
    );
  }
  const fixes = wrong.slice(0, MOST_FIXES).map(({ message }) => `Left out: ${message}`);
  if (wrong.length > MOST_FIXES) fixes.push(`... and ${wrong.length - MOST_FIXES} more blocks were left out.`);
  return { cues, fixes: [...fixes, ...positionFixes(positioned)] };
}

/** Reads a cue block. Throws `invalid_request` with the line number for a block that is not a cue. */
function readBlock(block: readonly string[], firstLine: number): { cue: Cue; isPositioned: boolean } {
  const timingAt = block.slice(0, 2).findIndex(isTimingLine);
  if (timingAt < 0) {
    const shown = (block[0] ?? '').slice(0, 60);
    throw refuse(`data line ${firstLine}: "${shown}" has no timing line. Write 00:01.000 --> 00:02.500 above it.`);
  }
  const { start, end, settings } = readTimingLine(block[timingAt] ?? '', firstLine + timingAt);
  const text = block.slice(timingAt + 1).join('\n');
  return { cue: { start, end, ...readCueText(text.trim()) }, isPositioned: settings !== '' };
}

/**
 * Yields the blocks between empty lines, without the header. A time line also ends the previous block. Line numbers
 * count from 1.
 */
function* blocksOf(lines: readonly string[]): Generator<{ firstLine: number; block: string[] }> {
  let block: string[] = [];
  let header = true;
  for (const [index, line] of [...lines, ''].entries()) {
    const blank = line.trim() === '';
    const inCue = !isPassedOver(block) && block.some(isTimingLine);
    const next = blank || (isTimingLine(line) && (header || inCue));
    if (next && block.length > 0) {
      if (!header) yield { firstLine: index - block.length + 1, block };
      block = [];
    }
    if (next) header = false;
    if (!blank) block.push(line);
  }
}

function isPassedOver([first = '']: readonly string[]): boolean {
  return /^(?:NOTE|STYLE|REGION)(?:\s|$)/.test(first);
}
