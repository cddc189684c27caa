import { isFontSource } from './font-source.ts';

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
