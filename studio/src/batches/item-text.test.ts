import { expect, it } from 'vitest';
import { titleOfItem, valuesText } from './item-text.ts';

const item = (fields: object) => ({ index: 4, name: '', reference: '', variables: {}, ...fields });

it('calls a video by its name, its reference or its number', () => {
  expect(titleOfItem(item({ name: 'Ana', reference: 'r1' }))).toBe('Ana');
  expect(titleOfItem(item({ reference: 'r1' }))).toBe('r1');
  expect(titleOfItem(item({}))).toBe('Video 5');
});

it('lists the values of a video, without what its title says and without ids of media', () => {
  const variables = { who: 'Ana', size: 4, city: '', logo: `med_${'0'.repeat(32)}`, photo: '/uploads/a.png' };
  expect(valuesText(item({ name: 'Ana', reference: 'r1', variables }))).toBe('r1, size: 4');
  expect(valuesText(item({ reference: 'r1', variables }))).toBe('who: Ana, size: 4');
  expect(valuesText(item({}))).toBe('');
});
