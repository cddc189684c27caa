import type { TSchema } from '#typebox';
import type { SourcePosition, SourceUse } from './source-position.ts';

/** Schema keyword that marks a text as a source. Its value is the use. */
export const SOURCE_KEYWORD = 'x-source';

/** Schema keyword that marks named values of a record as sources: `{ src: 'lut' }`. */
export const SOURCES_KEYWORD = 'x-sources';

/**
 * Finds all positions at which a value of `schema` may name a source, without duplicates. Traverses the whole schema.
 */
export function sourcePositions(schema: TSchema): SourcePosition[] {
  const found = new Map<string, SourcePosition>();
  walk(schema, [], (path, use) => found.set(`${path.join('/')}:${use}`, { path, use }));
  return [...found.values()];
}

function walk(schema: unknown, path: string[], add: (path: string[], use: SourceUse) => void): void {
  if (typeof schema !== 'object' || schema === null) return;
  const field = (name: string): unknown => Reflect.get(schema, name);
  const use = field(SOURCE_KEYWORD);
  if (isUse(use)) add(path, use);
  for (const [name, named] of entriesOf(field(SOURCES_KEYWORD))) if (isUse(named)) add([...path, name], named);
  for (const [name, inner] of entriesOf(field('properties'))) walk(inner, [...path, name], add);
  const entries = [
    ...entriesOf(field('patternProperties')).map(([, inner]) => inner),
    ...[field('additionalProperties'), field('items'), field('additionalItems')].flat(),
  ];
  for (const inner of entries) walk(inner, [...path, '*'], add);
  for (const branch of [field('anyOf'), field('allOf'), field('oneOf')].flat()) walk(branch, path, add);
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

const USES: readonly unknown[] = ['clip', 'mask', 'lut', 'font', 'subtitle'] satisfies SourceUse[];

function isUse(value: unknown): value is SourceUse {
  return USES.includes(value);
}
