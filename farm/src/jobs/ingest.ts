import { mkdir } from 'node:fs/promises';
import { type IngestJob, type IngestResult, parseIngestJob } from '@framemill/scheduler/protocol';
import { ChildLost } from '../children/child-lost.ts';
import { mediaFolder } from './fetch-media.ts';
import { FaultySource } from './find-faulty-source.ts';
import type { JobContext } from './job-kind.ts';

/** Fields that all ingest job kinds share. */
export const ingestJob = {
  lane: 'ingest',
  priority: 0,
  parse: parseIngestJob,
  renderId: () => null,
} as const;

/**
 * Fetches the source, runs `make` on it, and records how long the part took. An ingest reads one file, so it throws
 * `FaultySource` when the task itself ended its child.
 */
export async function ingest(
  job: IngestJob,
  context: JobContext,
  make: (source: string) => Promise<Partial<IngestResult>>,
): Promise<IngestResult> {
  const startedAt = performance.now();
  let outcome = 'failed';
  try {
    const folder = mediaFolder(context);
    await mkdir(folder, { recursive: true });
    const { sha256, sizeBytes } = job.facts;
    const source = await context.media.linkInto(
      folder,
      { objectKey: job.objectKey, sha256, sizeBytes },
      context.signal,
    );
    const made = await make(source).catch((error: unknown) => {
      throw error instanceof ChildLost && error.isTasksDoing ? new FaultySource(error.message, sha256, error) : error;
    });
    outcome = 'done';
    return { poster: null, proxy: null, analysisKey: null, waveformKey: null, ...made, nodeId: context.nodeId };
  } finally {
    context.metrics.ingestSeconds.observe({ part: job.part, outcome }, (performance.now() - startedAt) / 1000);
  }
}
