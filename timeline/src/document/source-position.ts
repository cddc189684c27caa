import { isFontSource } from './font-source.ts';

/**
 * What a source is for: the clip's own picture or sound, the picture of its mask, the .cube file of a look, a font of its
 * text or text mask, a file of subtitles.
 */
export type SourceUse = 'clip' | 'mask' | 'lut' | 'font' | 'subtitle';

/** What the sources of a clip are for. */
export type ClipSourceUse = Exclude<SourceUse, 'subtitle'>;

/** A place in a value where a source may stand. `path`: names of fields; `*` is every entry of a list or record. */
export interface SourcePosition<Use extends SourceUse = SourceUse> {
  readonly path: readonly string[];
  readonly use: Use;
}

/** A source that a value names, and where: `effects[0].params.src`. */
export interface NamedSource<Use extends SourceUse = SourceUse> {
  readonly src: string;
  readonly use: Use;
  readonly at: string;
}

/** The sources that `value` names at `positions`, in their order. Names of bundled fonts are none. */
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
