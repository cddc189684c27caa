import path from 'node:path';
import { type FrameJob, type FrameResult, parseFrameJob, previewQueue } from '@framemill/scheduler/protocol';
import { retryWhileAway } from '../cache/store-retry.ts';
import { fetchMedia } from './fetch-media.ts';
import { defineJob, type JobContext } from './job-kind.ts';

/** A single picture of a document, for a person who waits for it. */
export const frameKind = defineJob({
  name: 'frame',
  queue: () => previewQueue,
  lane: 'preview',
  priority: 0,
  parse: parseFrameJob,
  renderId: () => null,
  run: renderFrame,
});

async function renderFrame(job: FrameJob, context: JobContext): Promise<FrameResult> {
  const { document, media: sources } = await context.frameSnapshot(job.documentKey);
  const media = await fetchMedia(sources, await context.warmFolder(job.documentKey), context);
  const outPath = path.join(context.scratchDir, `frame.${job.image}`);
  const { atSec, image, scale } = job;
  const { width, height, timeSec, sizeBytes } = await context.runTask({
    type: 'frame',
    document,
    media,
    atSec,
    image,
    scale,
    outPath,
  });
  await retryWhileAway(context.signal, () =>
    context.store.putFile(job.outKey, outPath, { contentType: `image/${image}` }),
  );
  return { width, height, timeSec, sizeBytes };
}
