const since = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const steps: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats how long ago a moment (ISO text) was: `3 minutes ago`; `just now` within a minute. */
export function sinceText(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  const step = steps.find(([, size]) => Math.abs(seconds) >= size);
  return step ? since.format(Math.round(seconds / step[1]), step[0]) : 'just now';
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** Formats a moment (ISO text) as date and time: `21 Nov 2026, 10:00`. */
export function momentText(iso: string): string {
  return moment.format(new Date(iso));
}

const exactMoment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Formats a moment (ISO text) as date and time with seconds: `21 Nov 2026, 10:00:07`. */
export function exactMomentText(iso: string): string {
  return exactMoment.format(new Date(iso));
}

/** Formats a duration in seconds: `0:12`, `1:02:03`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 60) % 60, whole % 60];
  const hours = Math.floor(whole / 3600);
  const [minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Formats a duration in its largest unit: `3 days`, `12 minutes`, `40 seconds`. */
export function spanText(seconds: number): string {
  const [unit, size] = steps.find(([, least]) => seconds >= least) ?? ['second', 1];
  return amountText(Math.floor(seconds / size), unit);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Formats a number of bytes: `4.2 MB` (decimal units). */
export function bytesText(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** step;
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

const whole = new Intl.NumberFormat('en');

/** Formats a number with thousands separators: `12,292`. */
export function countText(count: number): string {
  return whole.format(count);
}

/** Formats a count with its noun: `1 clip`, `1,200 clips`. `several` is the plural when it is not `one` plus s. */
export function amountText(count: number, one: string, several = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : several}`;
}

/** Formats a time as hours, minutes, seconds and frames: `00:01:05:12`. */
export function timecode(seconds: number, fps: number): string {
  const frames = Math.max(0, Math.round(seconds * fps));
  const rate = Math.max(1, Math.round(fps));
  const whole = Math.floor(frames / rate);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60, frames % rate];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
