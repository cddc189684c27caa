import { CLIP_SOURCE_POSITIONS, type Document, sourcesAt } from '@framemill/timeline/rendering';
import { defaultSource, withDefaultSource } from '@framemill/timeline/variables';
import { jsonPath } from '../json-places.ts';

/**
 * Returns the document with renamed sources, wherever clips name them, including defaults of variables. Sources that
 * are not in the map are kept.
 */
export function replaceSources(document: Document, names: ReadonlyMap<string, string>): Document {
  const clips = document.clips.map((clip) => {
    const copy = structuredClone(clip);
    for (const { src, at } of sourcesAt(CLIP_SOURCE_POSITIONS, clip)) {
      const name = names.get(defaultSource(src));
      if (name !== undefined) put(copy, jsonPath(at), withDefaultSource(src, name));
    }
    return copy;
  });
  return { ...document, clips };
}

function put(value: object, path: readonly (string | number)[], text: string): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (rest.length === 0) {
    Reflect.set(value, step, text);
    return;
  }
  const inner: unknown = Reflect.get(value, step);
  if (typeof inner === 'object' && inner !== null) put(inner, rest, text);
}
