import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { withPatience } from '@framemill/infra/process';
import { type ProbeJob, type ProbeResult, parseProbeJob, probeQueue } from '@framemill/scheduler/protocol';
import { readingOf } from '../cache/store-patience.ts';
import { mediaFolder } from './fetch-media.ts';
import { defineJob, type JobContext } from './job-kind.ts';

/** Job kind that probes an uploaded file. A file that is not usable media fails permanently, with the reason. */
export const probeKind = defineJob({
  name: 'probe',
  queue: () => probeQueue,
  lane: 'probe',
  priority: 0,
  parse: parseProbeJob,
  renderId: () => null,
  run: probe,
});

async function probe(job: ProbeJob, context: JobContext): Promise<ProbeResult> {
  return { facts: await context.runTask({ type: 'probe', path: await fetchUpload(job, context) }) };
}

// Fetched through the cache, where the ingest that follows finds the file.
async function fetchUpload({ objectKey, sha256, sizeBytes }: ProbeJob, context: JobContext): Promise<string> {
  if (sha256 !== undefined && sizeBytes !== undefined) {
    const folder = mediaFolder(context);
    await mkdir(folder, { recursive: true });
    return context.media.linkInto(folder, { objectKey, sha256, sizeBytes }, context.signal);
  }
  const file = path.join(context.scratchDir, 'upload');
  await withPatience(() => context.store.getFile(objectKey, file), readingOf(context));
  return file;
}
