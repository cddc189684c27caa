/** Numbers that people write as words. */
const numbers: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  half: 0.5,
};

/** Places in a row: `first` is 0, `last` is -1. */
export const ordinals: Record<string, number> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  fifth: 4,
  sixth: 5,
  seventh: 6,
  eighth: 7,
  last: -1,
  final: -1,
};

/** Colours that people name. */
export const colours: Record<string, string> = {
  red: '#e53935',
  green: '#43a047',
  blue: '#1e88e5',
  yellow: '#fdd835',
  orange: '#fb8c00',
  purple: '#8e24aa',
  pink: '#ec407a',
  white: '#ffffff',
  black: '#000000',
  grey: '#808080',
  gray: '#808080',
  gold: '#ffc107',
  cyan: '#00bcd4',
  teal: '#009688',
  brown: '#795548',
  navy: '#1a237e',
};

/** Pattern of a number: digits or a word. */
export const NUMBER = String.raw`(?:\d+(?:[.,]\d+)?|${Object.keys(numbers).join('|')})`;
/** Pattern of a moment: `1:05`, `0:10.5`, `7`, `7s`, `7 seconds`. */
export const TIME = String.raw`(?:\d+:\d{1,2}(?:\.\d+)?|${NUMBER}\s*(?:s\b|secs?\b|seconds?\b|m\b|mins?\b|minutes?\b)?)`;
/** Pattern of a colour: a name or `#rrggbb`. */
export const COLOUR = String.raw`(?:#[0-9a-f]{6}\b|#[0-9a-f]{3}\b|(?:${Object.keys(colours).join('|')})\b)`;
/** Pattern of something in quotes of any kind. */
export const QUOTED = `(?:"[^"]+"|“[^”]+”|(?<![\\p{L}\\p{N}])'[^']+'(?![\\p{L}\\p{N}])|‘[^’]+’|«[^»]+»)`;

/** A number that `NUMBER` matched. */
export function numberOf(text: string): number {
  const plain = text.trim().toLowerCase();
  return numbers[plain] ?? Number(plain.replace(',', '.'));
}

/** Seconds of what `TIME` matched. */
export function secondsOf(text: string): number {
  const clock = /^(\d+):(\d{1,2}(?:\.\d+)?)$/.exec(text.trim());
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  const [, amount = '', unit = ''] = new RegExp(`^(${NUMBER})\\s*([a-z]*)`, 'i').exec(text.trim()) ?? [];
  return numberOf(amount) * (/^m/i.test(unit) ? 60 : 1);
}

/** A colour that `COLOUR` matched, as `#rrggbb`. */
export function colourOf(text: string): string {
  const plain = text.trim().toLowerCase();
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(plain);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  return colours[plain] ?? plain;
}

/** What stands in quotes that `QUOTED` matched. */
export function unquoted(text: string): string {
  return text.slice(1, -1).trim();
}

/** A regular expression of parts, whatever the case. */
export function re(parts: TemplateStringsArray, ...values: string[]): RegExp {
  return new RegExp(String.raw({ raw: parts.raw }, ...values), 'iu');
}
