import path from 'node:path';
import { withPatience } from '@framemill/infra/process';
import { type ProbeJob, type ProbeResult, parseProbeJob, probeQueue } from '@framemill/scheduler/protocol';
import { readingOf } from '../cache/store-patience.ts';
import { defineJob, type JobContext } from './job-kind.ts';

/** Looks into an uploaded file. A file that is no usable media fails for good, with the reason. */
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
  const file = path.join(context.scratchDir, 'upload');
  await withPatience(() => context.store.getFile(job.objectKey, file), readingOf(context));
  return { facts: await context.runTask({ type: 'probe', path: file }) };
}
