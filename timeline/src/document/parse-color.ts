import { FramemillError } from '../errors/framemill-error.ts';

const HEX = '#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})';
const NUMBER = '\\s*-?\\d{1,4}(?:\\.\\d{1,6})?%?\\s*';
const SPACED = '\\s+-?\\d{1,4}(?:\\.\\d{1,6})?%?';
const COMMA_FORM = `rgba?\\(${NUMBER},${NUMBER},${NUMBER}(?:,${NUMBER})?\\)`;
const SPACE_FORM = `rgba?\\(\\s*\\d{1,4}(?:\\.\\d{1,6})?%?${SPACED}${SPACED}(?:\\s*/${NUMBER})?\\s*\\)`;
/** What a CSS colour looks like, as a regular expression. */
export const COLOR_PATTERN = `^(?:${HEX}|${COMMA_FORM}|${SPACE_FORM}|transparent|black|white)$`;
const COLOR = new RegExp(COLOR_PATTERN);

/** A parsed colour: `r`, `g`, `b` 0-255 (not premultiplied), `a` 0-1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Reads a CSS colour as `color` accepts it. Throws `invalid_request` for anything else. */
export function parseColor(css: string): Rgba {
  const value = css.trim();
  if (!COLOR.test(value)) {
    throw new FramemillError('invalid_request', `"${css}" is not a colour. Write #rrggbb, #rrggbbaa, rgb() or rgba().`);
  }
  if (value === 'transparent') return { r: 0, g: 0, b: 0, a: 0 };
  if (value === 'black') return { r: 0, g: 0, b: 0, a: 1 };
  if (value === 'white') return { r: 255, g: 255, b: 255, a: 1 };
  return value.startsWith('#') ? fromHex(value.slice(1)) : fromFunction(value);
}

function fromHex(digits: string): Rgba {
  const long = digits.length < 6 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const channel = (index: number) => Number.parseInt(long.slice(index * 2, index * 2 + 2), 16);
  return { r: channel(0), g: channel(1), b: channel(2), a: long.length === 8 ? channel(3) / 255 : 1 };
}

function fromFunction(value: string): Rgba {
  const parts = value.slice(value.indexOf('(') + 1, -1).match(/-?[\d.]+%?/g) ?? [];
  const channel = (part: string | undefined, full: number) =>
    part === undefined
      ? full
      : Math.min(full, Math.max(0, part.endsWith('%') ? (Number.parseFloat(part) / 100) * full : Number(part)));
  return {
    r: channel(parts[0], 255),
    g: channel(parts[1], 255),
    b: channel(parts[2], 255),
    a: channel(parts[3], 1),
  };
}
