import { type ObjectStore, readObject } from '@framemill/infra';
import { isUsable, type ResolvedSource } from '@framemill/scheduler';
import { parseMediaAnalysis } from '@framemill/scheduler/protocol';
import { type AnalysisLookup, FramemillError, type MediaAnalysis } from '@framemill/timeline';

/** Number of analyses read concurrently. The analysis of an hour of speech has about 1 MB. */
const parallelReads = 4;

/**
 * Loads the audio analyses of media sources and returns a function that looks them up.
 * The function returns `pending` while an analysis is in progress. It returns null for sources without audio, for
 * failed analyses and for unknown sources.
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
    // The media was deleted meanwhile; the command then reports a missing analysis.
    if (error instanceof FramemillError && error.code === 'not_found') return null;
    throw error;
  }
}
