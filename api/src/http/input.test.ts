import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { describe, expect, it } from 'vitest';
import { inputReader } from './input.ts';

const schema = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  at: Type.Optional(Type.Number()),
  dry: Type.Optional(Type.Boolean()),
  name: Type.Optional(Type.String({ minLength: 2 })),
  kind: Type.Optional(Type.Enum(['a', 'b'])),
});

function problemOf(read: () => unknown): FramemillError {
  try {
    read();
  } catch (error) {
    if (error instanceof FramemillError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('reading a query', () => {
  const read = inputReader(schema, 'query');
  it('turns text into numbers and booleans where the schema has them', () => {
    expect(read({ limit: '7', at: '-1.5e2', dry: 'false', name: '12' })).toEqual({
      limit: 7,
      at: -150,
      dry: false,
      name: '12',
    });
  });

  it.each([
    { limit: '' },
    { limit: '1.5' },
    { limit: '0x10' },
    { limit: ' 5' },
    { at: 'Infinity' },
    { at: 'NaN' },
    { dry: '1' },
    { limit: ['1', '2'] },
  ])('takes no guess: %o', (query) => {
    expect(problemOf(() => read(query)).code).toBe('invalid_request');
  });
});

describe('reading a body', () => {
  const read = inputReader(schema, 'body');
  it('converts nothing', () => {
    expect(problemOf(() => read({ limit: '7' })).details).toEqual({ field: 'body.limit' });
  });

  it('lets fields pass that it does not know', () => {
    expect(read({ later: 1 })).toEqual({ later: 1 });
  });

  it('says which field, what is wrong, and the value', () => {
    expect(problemOf(() => read({ kind: 'c' })).message).toMatch(/^body\.kind must be one of a, b \(got "c"\)/);
    expect(problemOf(() => read({ limit: 0 })).message).toMatch(/^body\.limit .*\(got 0\)/);
    expect(problemOf(() => read([])).message).toMatch(/must be a JSON object \(got \[\]\)/);
    expect(problemOf(() => read(undefined)).message).toMatch(/got nothing/);
    const nested = inputReader(Type.Object({ items: Type.Array(Type.Object({ op: Type.String() })) }), 'body');
    expect(problemOf(() => nested({ items: [{ op: 'x' }, {}] })).message).toMatch(/^body\.items\.1\.op is missing/);
  });
});
