import { Type } from '@framemill/timeline/typebox';
import { describe, expect, it } from 'vitest';
import { ignoredFields } from './ignored-fields.ts';

const schema = Type.Object({
  quality: Type.Optional(Type.String()),
  words: Type.Optional(Type.Array(Type.Object({ text: Type.String(), start: Type.Number() }))),
  arguments: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

describe('ignored fields', () => {
  it('are named with the field that may be meant', () => {
    expect(ignoredFields(schema, { qualty: 'draft', zebra: 1 })).toEqual(['qualty (did you mean quality?)', 'zebra']);
  });

  it('are found in lists, and not where any field is taken', () => {
    const words = [
      { text: 'a', start: 0 },
      { text: 'b', strt: 1 },
    ];
    expect(ignoredFields(schema, { words, arguments: { anything: 1 } })).toEqual([
      'words.1.strt (did you mean start?)',
    ]);
    expect(ignoredFields(schema, { quality: 'draft', words: [words[0]] })).toEqual([]);
  });

  it('are at most twenty, of short names', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}${'y'.repeat(500)}`, 1]));
    const found = ignoredFields(schema, many);
    expect(found).toHaveLength(20);
    expect(Math.max(...found.map((name) => name.length))).toBe(64);
    expect(ignoredFields(schema, 7)).toEqual([]);
  });
});
