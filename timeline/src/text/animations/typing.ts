import type { TextAnimationDefinition, UnitMoment } from './text-animation.ts';

/** Text animation that reveals the letters one by one. Each letter appears instantly, without a fade. */
export const typewriter: TextAnimationDefinition = {
  name: 'typewriter',
  unit: 'character',
  duration: 0.05,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  lastFirst: true,
  state: ({ linear, phase }) => {
    // A loop shows everything at both ends of its cycle and nothing in its middle.
    const shown = phase === 'loop' ? linear > 0.5 : linear > 0;
    return { opacity: shown ? 1 : 0 };
  },
};

const ticksPerSec = 18;
// The widest and narrowest letters are left out, because they would overlap or leave gaps.
const classes: readonly { of: RegExp; letters: string }[] = [
  { of: /\p{Nd}/u, letters: '0123456789' },
  { of: /\p{Lu}/u, letters: 'ABCDEFGHJKLNOPQRSTUVXYZ' },
  { of: /\p{Ll}/u, letters: 'abcdeghknopqrsuvxyz' },
  { of: /\p{Script=Cyrillic}/u, letters: 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ' },
  {
    of: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
    letters: 'アイウエオカキクケコサシスセソタチツテト',
  },
];

/**
 * Text animation that shows changing random letters until each letter of the text appears. Letters of scripts without a
 * list in this file do not change.
 */
export const scramble: TextAnimationDefinition = {
  name: 'scramble',
  unit: 'character',
  duration: 0.6,
  stagger: 0.04,
  direction: 'left',
  easing: 'linear',
  replacesText: true,
  state: (moment) => {
    const resolved = moment.phase === 'loop' ? moment.linear > 0.2 : moment.linear >= 1;
    if (resolved) return {};
    const text = scrambled(moment);
    return text === moment.text ? {} : { text };
  },
};

function scrambled({ text, timeSec, random }: UnitMoment): string {
  const tick = Math.floor(timeSec * ticksPerSec);
  return [...text]
    .map((character, place) => {
      const letters = classes.find(({ of }) => of.test(character))?.letters;
      return letters ? letters.charAt(Math.floor(random(tick * 64 + place) * letters.length)) : character;
    })
    .join('');
}

const number = /\d+(?:[.,\u2009\u202f\u00a0'’]\d{3})*(?:[.,]\d+)?/g;

/**
 * Text animation in which each number in the text counts up from 0 when the text appears, and down to 0 when it
 * disappears. The separators and the number of decimals do not change.
 */
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
 * Returns a number, given as text, multiplied by `share`, with the same number of decimals and the same separators: 0.5
 * of "1,250.00" is "625.00".
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
  /** All digits of the number as one integer. */
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
