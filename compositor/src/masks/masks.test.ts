import type { Mask } from '@framemill/timeline';
import { VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { identity, scaling } from '../graph/matrix.ts';
import type { MaskForm } from './define-mask.ts';
import { maskShapes } from './index.ts';

const content: Partial<Mask> = {
  points: [
    [-50, -40],
    [60, -30],
    [0, 50],
  ],
  d: 'M-40 -40H40V40H-40Z',
  text: 'A',
  src: 'matte',
};

function form(mask: Mask, fields: Partial<MaskForm> = {}): MaskForm {
  const textOutline = () => ({ d: 'M0 0H60V100H0Z', width: 60, height: 100 });
  return { mask, box: { width: 400, height: 200 }, toPicture: identity, scale: 1, feather: 0, textOutline, ...fields };
}

test('every mask of the vocabulary but none has a member, in its order', () => {
  expect(['none', ...maskShapes.map(({ shape }) => shape)]).toEqual([...VOCABULARY.maskShape]);
});

test.each(maskShapes)('$shape scales its feather and its expansion with the picture', (member) => {
  const mask: Mask = { shape: member.shape, expansion: 3, ...content };
  const small = member.coverage(form(mask, { feather: 4 }));
  const large = member.coverage(form(mask, { feather: 4, scale: 2, toPicture: scaling(2, 2) }));
  if (!('feather' in small) || !('feather' in large)) throw new Error(`${member.shape} has no feather.`);
  expect([small.feather, large.feather]).toEqual([4, 8]);
  if ('expansion' in small && 'expansion' in large) expect([small.expansion, large.expansion]).toEqual([3, 6]);
});

test.each(maskShapes)('$shape is a finite coverage without sizes', (member) => {
  const coverage = member.coverage(form({ shape: member.shape, ...content }));
  expect(JSON.stringify(coverage)).not.toMatch(/null|NaN/);
});
