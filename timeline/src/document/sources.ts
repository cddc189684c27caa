import type { TSchema } from '#typebox';

/** Use of a source: content of a clip, image of a mask, .cube file of a LUT, font, or subtitle file. */
export type SourceUse = 'clip' | 'mask' | 'lut' | 'font' | 'subtitle';

/** Uses of the sources that a clip can name. */
export type ClipSourceUse = Exclude<SourceUse, 'subtitle'>;

/**
 * A position in a value at which a source may be named. `path` lists field names; `*` is every entry of a list or
 * record.
 */
export interface SourcePosition<Use extends SourceUse = SourceUse> {
  readonly path: readonly string[];
  readonly use: Use;
}

/** A source that a value names, with its location as text: `effects[0].params.src`. */
export interface NamedSource<Use extends SourceUse = SourceUse> {
  readonly src: string;
  readonly use: Use;
  readonly at: string;
}

/** Returns the sources that `value` names at `positions`, in this order. Names of bundled fonts are not sources. */
export function sourcesAt<Use extends SourceUse>(
  positions: readonly SourcePosition<Use>[],
  value: unknown,
): NamedSource<Use>[] {
  const found: NamedSource<Use>[] = [];
  for (const { path, use } of positions) collect(value, path, 0, '', use, found);
  return found;
}

function collect<Use extends SourceUse>(
  value: unknown,
  path: readonly string[],
  depth: number,
  at: string,
  use: Use,
  found: NamedSource<Use>[],
): void {
  const name = path[depth];
  if (name === undefined) {
    if (typeof value === 'string' && (use !== 'font' || isFontSource(value))) found.push({ src: value, use, at });
  } else if (typeof value !== 'object' || value === null) {
    return;
  } else if (name !== '*') {
    const inner: unknown = Reflect.get(value, name);
    if (inner !== undefined) collect(inner, path, depth + 1, at === '' ? name : `${at}.${name}`, use, found);
  } else {
    for (const [key, inner] of Object.entries(value)) collect(inner, path, depth + 1, `${at}[${key}]`, use, found);
  }
}

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

/** Pattern of a font source: a media id, a URL, or a file path in a renderer. No font family begins like these. */
const SOURCE = /^(?:med_|\.{0,2}\/|[a-z][a-z0-9+.-]*:\/\/)/i;

/** Whether a fontFamily names a font file instead of a bundled family. */
export function isFontSource(fontFamily: string): boolean {
  return SOURCE.test(fontFamily);
}
