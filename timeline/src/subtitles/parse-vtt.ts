import { refuse } from '../edit/refuse.ts';
import { type Cue, type ParsedSubtitles, positionFixes } from './cue.ts';
import { readCueText } from './cue-text.ts';
import { linesOf } from './lines-of.ts';
import { isTimingLine, readTimingLine } from './timing-line.ts';

/**
 * Reads WebVTT (W3C). Notes, styles and regions are passed over, positions of cues are left out and counted.
 * Throws `invalid_request` with the line number.
 */
export function parseVtt(data: string): ParsedSubtitles {
  const lines = linesOf(data);
  if (!/^WEBVTT(?:[ \t].*)?$/.test(lines[0] ?? '')) {
    throw refuse(
      `data line 1: "${(lines[0] ?? '').slice(0, 60)}" is not WEBVTT, which must come first. Add it or use format srt.`,
    );
  }
  const cues: Cue[] = [];
  let positioned = 0;
  for (const { firstLine, block } of blocksOf(lines)) {
    if (isPassedOver(block)) continue;
    const timingAt = block.slice(0, 2).findIndex(isTimingLine);
    if (timingAt < 0) {
      const shown = (block[0] ?? '').slice(0, 60);
      throw refuse(`data line ${firstLine}: "${shown}" has no time. Write 00:01.000 --> 00:02.500 above the text.`);
    }
    const { start, end, settings } = readTimingLine(block[timingAt] ?? '', firstLine + timingAt);
    if (settings) positioned += 1;
    cues.push({
      start,
      end,
      ...readCueText(
        block
          .slice(timingAt + 1)
          .join('\n')
          .trim(),
      ),
    });
  }
  if (cues.length === 0)
    throw refuse(`data line ${lines.length}: there is no cue up to here. Write 00:01.000 --> 00:02.500 and the text.`);
  return { cues, fixes: positionFixes(positioned) };
}

/** Lines that empty ones keep apart, without the header's; a line of times ends what stands before it, too. Line numbers from 1. */
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
