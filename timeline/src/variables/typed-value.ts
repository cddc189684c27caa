import { isColor } from '../document/parse-color.ts';

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i;
const MOST_NUMBER_LETTERS = 40;
const MOST_COLOR_LETTERS = 64;

/** A value as a number; null: it is none. */
export function numberOf(value: string | number): number | null {
  // Long rows of digits would keep the pattern busy.
  if (typeof value === 'string' && (value.length > MOST_NUMBER_LETTERS || !NUMBER.test(value.trim()))) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** A value as a colour; null: it is none. */
export function colorOf(value: string | number): string | null {
  const text = String(value).trim();
  return text.length <= MOST_COLOR_LETTERS && isColor(text) ? text : null;
}
