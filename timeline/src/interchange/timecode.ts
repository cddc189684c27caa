import type { Rate } from '../time/rate.ts';

const TIMECODE = /^(\d{1,2}):(\d{2}):(\d{2})([:;.])(\d{2,3})$/;

/** Frames a second that timecode counts in: 30 for 29.97. */
export function nominalFps(rate: Rate): number {
  return Math.round(rate.num / rate.den);
}

/** Frames that an hour of timecode counts: at 29.97 fps 108,000, which last 3,603.6 s, and 107,892 in drop frame. */
export function framesPerHour(rate: Rate, drop: boolean): number {
  return readTimecode('01:00:00:00', rate, drop) ?? 3_600 * nominalFps(rate);
}

/** Writes a frame number as non-drop timecode, hh:mm:ss:ff. */
export function writeTimecode(frame: number, rate: Rate): string {
  const fps = nominalFps(rate);
  const two = (value: number) => String(value).padStart(2, '0');
  const sec = Math.floor(frame / fps);
  return `${two(Math.floor(sec / 3600))}:${two(Math.floor(sec / 60) % 60)}:${two(sec % 60)}:${two(frame % fps)}`;
}

/**
 * The frame number of a timecode, or null for what is none. `drop` (or a semicolon) means drop frame: the first two
 * numbers of each minute but every tenth are left out, so that 29.97 fps keeps up with the clock. A number that is left out
 * is none where its semicolon says that it was meant so; with a colon it may stand on a reel that drops no numbers.
 */
export function readTimecode(text: string, rate: Rate, drop: boolean): number | null {
  const match = TIMECODE.exec(text);
  if (!match) return null;
  const [hours, minutes, secs, frames] = [match[1], match[2], match[3], match[5]].map(Number);
  if (hours === undefined || minutes === undefined || secs === undefined || frames === undefined) return null;
  const fps = nominalFps(rate);
  if (minutes > 59 || secs > 59 || frames >= fps) return null;
  const counted = ((hours * 60 + minutes) * 60 + secs) * fps + frames;
  const drops = (drop || match[4] === ';') && fps % 30 === 0;
  if (!drops) return counted;
  const dropped = fps / 15;
  if (match[4] === ';' && secs === 0 && frames < dropped && minutes % 10 !== 0) return null;
  const allMinutes = hours * 60 + minutes;
  return counted - dropped * (allMinutes - Math.floor(allMinutes / 10));
}
