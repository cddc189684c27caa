import { isColor } from '../document/parse-color.ts';

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,3})?$/i;
const MOST_NUMBER_LETTERS = 40;
const MOST_COLOR_LETTERS = 64;

/** Converts a value to a number; `null` when it is not a number. */
export function numberOf(value: string | number): number | null {
  // Long digit sequences would make the pattern slow.
  if (typeof value === 'string' && (value.length > MOST_NUMBER_LETTERS || !NUMBER.test(value.trim()))) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/** Converts a value to a CSS colour; `null` when it is not a colour. */
export function colorOf(value: string | number): string | null {
  const text = String(value).trim();
  return text.length <= MOST_COLOR_LETTERS && isColor(text) ? text : null;
}
