import { createDocument, type Document, parseDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { type FormVariable, missingNames, unknownNames, valuesFor, wrongNames } from '../../renders/form-variables.ts';
import { filledDocument, previewValues } from './variable-values.ts';

const base = createDocument();
const text = (content: string): Document =>
  parseDocument({
    ...base,
    clips: [{ id: 'a', type: 'text', start: 0, duration: 1, trackIndex: 2, textStyle: { content } }],
  });
const document = text('{{name}} of {{place|Rome}}');
const none = () => null;
const contentOf = ({ clips }: Document) => clips[0]?.textStyle?.content;

it('shows placeholders as they are written while no value is tried', () => {
  expect(previewValues(document, {})).toBeUndefined();
  expect(filledDocument(document, { gone: 'x' }, none)).toBe(document);
});

it('puts values and defaults in, and leaves what is still needed', () => {
  expect(contentOf(filledDocument(document, { name: 'Ana' }, none))).toBe('Ana of Rome');
  expect(contentOf(filledDocument(document, { place: 'Oslo' }, none))).toBe('{{name}} of Oslo');
});

it('leaves values out of a preview that do not fit, and shows the others', () => {
  const typed = parseDocument({
    ...document,
    clips: document.clips.map((clip) => ({ ...clip, variables: { opacity: '{{strength}}' } })),
  });
  expect(previewValues(typed, { strength: '7' })).toBeUndefined();
  const shown = filledDocument(typed, { strength: '7', name: 'Ana' }, none);
  expect([contentOf(shown), shown.clips[0]?.opacity]).toEqual(['Ana of Rome', typed.clips[0]?.opacity]);
});

it('tells what a render still needs, and gives it no names that it does not know', () => {
  const variables: FormVariable[] = [
    { name: 'name', default: null, type: 'text' },
    { name: 'place', default: 'Rome', type: 'text' },
  ];
  expect(missingNames(variables, {})).toEqual(['name']);
  expect(valuesFor(variables, { name: 'Ana', other: 'x' })).toEqual({ name: 'Ana' });
  expect(unknownNames(variables, { name: 'Ana', other: 'x' })).toEqual(['other']);
  const size: FormVariable = { name: 'size', default: null, type: 'number', minimum: 1, maximum: 9, isWhole: true };
  expect(['9', '1.5', '10', 'x'].map((value) => wrongNames([size], { size: value }).length)).toEqual([0, 1, 1, 1]);
});
