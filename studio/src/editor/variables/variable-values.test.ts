import { createDocument, type Document, parseDocument } from '@framemill/timeline';
import { expect, it } from 'vitest';
import { missingNames, valuesFor } from '../../renders/form-variables.ts';
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

it('tells what a render still needs, and gives it no names that it does not know', () => {
  const variables = [
    { name: 'name', default: null, type: 'text' },
    { name: 'place', default: 'Rome', type: 'text' },
  ];
  expect(missingNames(variables, {})).toEqual(['name']);
  expect(valuesFor(variables, { name: 'Ana', other: 'x' })).toEqual({ name: 'Ana' });
});
