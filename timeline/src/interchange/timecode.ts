import type { Rate } from '../time.ts';

const TIMECODE = /^(\d{1,2}):(\d{2}):(\d{2})([:;.])(\d{2,3})$/;

/** Returns the number of frames that timecode counts per second: 30 at 29.97 fps. */
export function nominalFps(rate: Rate): number {
  return Math.round(rate.num / rate.den);
}

/**
 * Returns the number of frames in an hour of timecode. At 29.97 fps these are 108,000 frames, which last 3,603.6 s, or
 * 107,892 in drop frame.
 */
export function framesPerHour(rate: Rate, drop: boolean): number {
  return readTimecode('01:00:00:00', rate, drop) ?? 3_600 * nominalFps(rate);
}

/** Formats a frame number as non-drop timecode, hh:mm:ss:ff. */
export function writeTimecode(frame: number, rate: Rate): string {
  const fps = nominalFps(rate);
  const two = (value: number) => String(value).padStart(2, '0');
  const sec = Math.floor(frame / fps);
  return `${two(Math.floor(sec / 3600))}:${two(Math.floor(sec / 60) % 60)}:${two(sec % 60)}:${two(frame % fps)}`;
}

/**
 * Parses a timecode to a frame number; `null` for an invalid one.
 * `drop` (or a semicolon) means drop frame: the first two frame numbers of each minute are skipped, except in every
 * tenth minute, so that timecode at 29.97 fps agrees with real time. A skipped number with a semicolon is invalid. With
 * a colon it is accepted, because it may come from a reel without drop frame.
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
