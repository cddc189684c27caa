import { SUBTITLE_MAX_BYTES, subtitleText } from '@framemill/compositor/catalog';
import { type ObjectStore, readObject } from '@framemill/infra';
import { isUsable, type ResolvedSource } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';

/** Maximum total size of the subtitle files that one batch reads, in bytes. */
const MOST_BYTES = 4 * SUBTITLE_MAX_BYTES;

/**
 * Loads the texts of the subtitle files among the sources and returns a function that looks them up.
 * The function returns null for all other sources. Files above the total limit of MOST_BYTES are left out.
 */
export async function subtitleLookup(
  store: ObjectStore,
  sources: ReadonlyMap<string, ResolvedSource>,
): Promise<(src: string) => string | null> {
  const texts = new Map<string, string>();
  let sizeBytes = 0;
  for (const [src, source] of sources) {
    if (!isUsable(source) || source.facts.kind !== 'subtitle') continue;
    sizeBytes += source.facts.sizeBytes;
    if (sizeBytes > MOST_BYTES) break;
    const read = await textOf(store, source.objectKey);
    if (read !== null) texts.set(src, read);
  }
  return (src) => texts.get(src) ?? null;
}

async function textOf(store: ObjectStore, objectKey: string): Promise<string | null> {
  try {
    return await readObject(store, objectKey, subtitleText);
  } catch (error) {
    // The media was deleted meanwhile; the command then reports that the file cannot be read.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}
