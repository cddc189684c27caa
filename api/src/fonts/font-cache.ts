import { readFont } from '@framemill/compositor/text';
import { type ObjectStore, readObject } from '@framemill/infra';
import type { UsableSource } from '@framemill/scheduler';
import { type FontFile, FramemillError } from '@framemill/timeline';

/** Fonts of callers that are kept, unpacked. */
const MOST_KEPT_BYTES = 64_000_000;

/** Uploaded fonts, unpacked, for the text engine: those that were used last. */
export interface FontCache {
  /** The font of a source; null when it is none, or is gone. */
  get(source: UsableSource): Promise<LoadedFile | null>;
}

/** A font and what it takes in memory. */
export interface LoadedFile {
  readonly file: FontFile;
  readonly sizeBytes: number;
}

/**
 * Reads uploaded fonts from `store`. They are untrusted, and this process lays texts out with them all the same, because lint
 * and HTML previews must say what a render shows. What keeps that safe: a font is READY only after a probe, in a child with
 * limits on memory and time, has drawn its glyphs and set its characters; it is unpacked in JavaScript and shaped in
 * WebAssembly, which reach no memory but their own, and no native code sees it; it has at most 30 MB, unpacked or not, and no
 * run of text grows beyond 32 glyphs a character.
 */
export function createFontCache(store: ObjectStore): FontCache {
  // Insertion order is order of use.
  const kept = new Map<string, LoadedFile>();

  function keep(sha256: string, font: LoadedFile): void {
    kept.delete(sha256);
    kept.set(sha256, font);
    let sizeBytes = [...kept.values()].reduce((sum, one) => sum + one.sizeBytes, 0);
    for (const [oldest, one] of kept) {
      if (sizeBytes <= MOST_KEPT_BYTES) break;
      kept.delete(oldest);
      sizeBytes -= one.sizeBytes;
    }
  }

  return {
    async get({ objectKey, facts }) {
      const { sha256, font } = facts;
      if (!font) return null;
      const known = kept.get(sha256) ?? (await read(store, objectKey, font));
      if (known) keep(sha256, known);
      return known;
    },
  };
}

async function read(
  store: ObjectStore,
  objectKey: string,
  font: Pick<FontFile, 'family' | 'weight' | 'italic'>,
): Promise<LoadedFile | null> {
  try {
    const data = await readObject(store, objectKey, readFont);
    return { file: { ...font, data }, sizeBytes: data.length };
  } catch (error) {
    // The media was deleted in between.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}
