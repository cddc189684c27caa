import type { TextAnimationDefinition } from './text-animation.ts';

const number = /\d+(?:[.,\u2009\u202f\u00a0'’]\d{3})*(?:[.,]\d+)?/g;

/** Text animation that counts numbers up from 0 (and down again in phase out), in the notation of the original text. */
export const counter: TextAnimationDefinition = {
  name: 'counter',
  unit: 'all',
  duration: 1.5,
  stagger: 0.1,
  direction: 'up',
  easing: 'easeOutCubic',
  replacesText: true,
  state: ({ progress, text }) => {
    const counted = text.replace(number, (written) => part(written, Math.max(0, progress)));
    return counted === text ? {} : { text: counted };
  },
};

/**
 * Returns `share` of a number, with the same number of decimals and the same separators: 0.5 of "1,250.00" is "625.00".
 */
function part(written: string, share: number): string {
  const { digits, decimals, decimalMark, groupMark } = readNumber(written);
  const value = Math.round(digits * share);
  const all = String(value).padStart(decimals + 1, '0');
  const whole = all.slice(0, all.length - decimals);
  const grouped = groupMark ? whole.replace(/\B(?=(?:\d{3})+$)/g, groupMark) : whole;
  return decimals > 0 ? `${grouped}${decimalMark}${all.slice(-decimals)}` : grouped;
}

interface WrittenNumber {
  /** All digits as one whole number. */
  digits: number;
  decimals: number;
  decimalMark: string;
  groupMark: string;
}

function readNumber(written: string): WrittenNumber {
  const marks = written.match(/\D/g) ?? [];
  const last = marks.at(-1) ?? '';
  const after = written.length - 1 - written.lastIndexOf(last);
  // "1,250" is a thousand; "1.250,5" and "12.5" have decimals. The last mark is the decimal mark, unless it separates
  // thousands.
  const isDecimal = last !== '' && (marks[0] !== last || (marks.length === 1 && after !== 3));
  const groupMark = marks.find((mark) => mark !== last || !isDecimal) ?? '';
  return {
    digits: Number(written.replaceAll(/\D/g, '')),
    decimals: isDecimal ? after : 0,
    decimalMark: last,
    groupMark,
  };
}
