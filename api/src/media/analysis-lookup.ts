import { type ObjectStore, readObject } from '@framemill/infra';
import { isUsable, type ResolvedSource } from '@framemill/scheduler';
import { parseMediaAnalysis } from '@framemill/scheduler/protocol';
import { type AnalysisLookup, FramemillError, type MediaAnalysis } from '@framemill/timeline';

/** Analyses read side by side: an hour of speech has about a megabyte. */
const parallelReads = 4;

/**
 * Loads what was measured in the sound of sources; the returned function knows no others. Sources whose measuring is under
 * way are `pending`, those without sound and those that could not be measured null.
 */
export async function analysisLookup(
  store: ObjectStore,
  sources: ReadonlyMap<string, ResolvedSource>,
): Promise<AnalysisLookup> {
  const known = new Map<string, MediaAnalysis | 'pending' | null>();
  const toRead: { src: string; objectKey: string }[] = [];
  for (const [src, source] of sources) {
    const analysis = isUsable(source) ? source.analysis : null;
    if (analysis?.status === 'done') toRead.push({ src, objectKey: analysis.objectKey });
    else known.set(src, analysis === null ? null : 'pending');
  }
  const readNext = async () => {
    for (let next = toRead.shift(); next; next = toRead.shift()) {
      known.set(next.src, await readAnalysis(store, next.objectKey));
    }
  };
  await Promise.all(Array.from({ length: parallelReads }, readNext));
  return (src) => known.get(src) ?? null;
}

async function readAnalysis(store: ObjectStore, objectKey: string): Promise<MediaAnalysis | null> {
  try {
    return await readObject(store, objectKey, (bytes) => parseMediaAnalysis(JSON.parse(bytes.toString('utf8'))));
  } catch (error) {
    // The media was deleted in between: the command will say that nothing was measured.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}
