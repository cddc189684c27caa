import type { TextAnimationDefinition, UnitMoment } from './text-animation.ts';

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
 * Text animation that shows changing random letters before the right ones. Letters of scripts without a list here do
 * not change.
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
