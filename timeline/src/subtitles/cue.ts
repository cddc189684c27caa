import type { TextStyle } from '../document/text-style.ts';
import { refuse } from '../errors/framemill-error.ts';

/** A differently styled part of a cue's text. Positions are UTF-16 units of the text. */
export type CueSpan = NonNullable<TextStyle['spans']>[number];

/** A subtitle cue: its time and its text without tags. Times in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
  spans: CueSpan[];
}

/** Returns a list with the message that the positions of `count` cues were dropped; an empty list when `count` is 0. */
export function positionFixes(count: number): string[] {
  return count > 0 ? [`Positions of ${count} cues were left out; all stand at the bottom.`] : [];
}

/** Cues of a subtitle file, and a description of everything that was left out. */
export interface ParsedSubtitles {
  cues: Cue[];
  fixes: string[];
}

const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMING = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s+(.*))?$`);

/** Start and end of a cue in seconds, and the cue settings on the same line. */
export interface Timing {
  start: number;
  end: number;
  settings: string;
}

/** Whether a line is meant to be the time line of a cue. */
export function isTimingLine(line: string): boolean {
  return line.includes('-->');
}

/**
 * Parses "00:00:01,000 --> 00:00:02,500". Hours may be absent; comma and point are equivalent. Throws `invalid_request`
 * with the line number.
 */
export function readTimingLine(line: string, lineNumber: number): Timing {
  const match = TIMING.exec(line);
  const start = match && seconds(match.slice(1, 5));
  const end = match && seconds(match.slice(5, 9));
  if (typeof start !== 'number' || typeof end !== 'number') {
    throw refuse(
      `data line ${lineNumber}: "${line.trim().slice(0, 60)}" is not a time. Write 00:00:01,000 --> 00:00:02,500.`,
    );
  }
  if (end < start) {
    throw refuse(`data line ${lineNumber}: the cue ends at ${end} s, before it starts at ${start} s. Swap the times.`);
  }
  return { start, end, settings: (match?.[9] ?? '').trim() };
}

/** Formats seconds as 01:02:03,004. */
export function writeTime(sec: number, point: ',' | '.'): string {
  const ms = Math.round(sec * 1_000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60];
  const whole = `${two(hours)}:${two(minutes)}:${two(Math.floor(ms / 1_000) % 60)}`;
  return `${whole}${point}${String(ms % 1_000).padStart(3, '0')}`;
}

function seconds([hours = '0', minutes = '', secs = '', fraction = '']: (string | undefined)[]): number | null {
  if (Number(minutes) > 59 || Number(secs) > 59) return null;
  const ms = Number(fraction.padEnd(3, '0'));
  return ((Number(hours) * 60 + Number(minutes)) * 60_000 + Number(secs) * 1_000 + ms) / 1_000;
}

/** Splits a text file into lines, for all line endings. Removes a byte order mark. */
export function linesOf(data: string): string[] {
  return data.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}
