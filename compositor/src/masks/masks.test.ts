import { type Mask, VOCABULARY } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { compose, identity, rotation, scaling } from '../graph/matrix.ts';
import type { MaskForm } from './define-mask.ts';
import { maskShapes } from './mask-tree.ts';

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
  return { mask, box: { width: 400, height: 200 }, toImage: identity, scale: 1, feather: 0, textOutline, ...fields };
}

test('every mask of the vocabulary but none has a member, in its order', () => {
  expect(['none', ...maskShapes.map(({ shape }) => shape)]).toEqual([...VOCABULARY.maskShape]);
});

test.each(maskShapes)('$shape scales its feather and its expansion with the picture', (member) => {
  const mask: Mask = { shape: member.shape, expansion: 3, ...content };
  const small = member.coverage(form(mask, { feather: 4 }));
  const large = member.coverage(form(mask, { feather: 4, scale: 2, toImage: scaling(2, 2) }));
  if (!('feather' in small) || !('feather' in large)) throw new Error(`${member.shape} has no feather.`);
  expect([small.feather, large.feather]).toEqual([4, 8]);
  if ('expansion' in small && 'expansion' in large) expect([small.expansion, large.expansion]).toEqual([3, 6]);
});

test.each(maskShapes)('$shape is a finite coverage without sizes', (member) => {
  const coverage = member.coverage(form({ shape: member.shape, ...content }));
  expect(JSON.stringify(coverage)).not.toMatch(/null|NaN/);
});

test.each([
  { name: 'stretched', matrix: scaling(2, 0.5), angle: -90 + (Math.atan(0.25) * 180) / Math.PI },
  { name: 'mirrored', matrix: scaling(-1, 1), angle: -135 },
  { name: 'turned round', matrix: scaling(-1, -1), angle: 135 },
])('the line of a linear mask at 45 degrees stays a line of the $name picture', ({ matrix, angle }) => {
  const member = maskShapes.find(({ shape }) => shape === 'linear');
  const toImage = compose(matrix, rotation(45));
  expect(member?.coverage(form({ shape: 'linear' }, { toImage }))).toMatchObject({
    angle: expect.closeTo(angle, 6),
  });
});
