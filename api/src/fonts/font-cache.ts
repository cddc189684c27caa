import { readFont } from '@framemill/compositor/fonts';
import { type ObjectStore, readObject } from '@framemill/infra';
import type { UsableSource } from '@framemill/scheduler';
import { type FontFile, FramemillError } from '@framemill/timeline';

/** Maximum total size of the cached fonts, unpacked, in bytes. */
const MOST_KEPT_BYTES = 64_000_000;

/** Cache of unpacked uploaded fonts for the text engine. The least recently used ones are dropped first. */
export interface FontCache {
  /** Returns the font of a media source; null when the media is not a font or was deleted. */
  get(source: UsableSource): Promise<LoadedFile | null>;
}

/** Font and its size in memory. */
export interface LoadedFile {
  readonly file: FontFile;
  readonly sizeBytes: number;
}

/**
 * Creates a cache of uploaded fonts, read from `store`.
 * Uploaded fonts are untrusted, but this process lays out text with them, because lint and HTML previews must match the
 * render. Three measures make this safe. First, a font becomes READY only after a probe has drawn its glyphs and laid
 * out its characters. The probe runs in a child process with limits on memory and time. Second, the font is unpacked in
 * JavaScript and shaped in WebAssembly, which can access only their own memory; no native code reads the font. Third, a
 * font has at most 30 MB, packed or unpacked, and no run of text grows beyond 32 glyphs per character.
 */
export function createFontCache(store: ObjectStore): FontCache {
  // Insertion order is the order of use, least recently used first.
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
    // The media was deleted after its row was read.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}
