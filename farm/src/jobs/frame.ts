import path from 'node:path';
import type { MediaFiles } from '@framemill/compositor';
import { clipThatNeedsBrowser, previewCopies } from '@framemill/compositor/catalog';
import {
  type FrameJob,
  type FrameResult,
  parseFrameJob,
  previewHtmlQueue,
  previewQueue,
} from '@framemill/scheduler/protocol';
import type { Document } from '@framemill/timeline';
import { retryWhileAway } from '../cache/store-retry.ts';
import { fetchMedia } from './fetch-media.ts';
import { defineJob, type JobContext } from './job-kind.ts';

/** A page may do whatever it likes that long, the start of a browser included (1.5 s, more on a busy machine). */
const pageBounds = { lane: 'page', limitMs: 5_000 } as const;

/** A single picture of a document, for a person who waits for it. */
export const frameKind = defineJob({
  name: 'frame',
  queue: () => previewQueue,
  htmlQueue: () => previewHtmlQueue,
  lane: 'preview',
  priority: 0,
  parse: parseFrameJob,
  renderId: () => null,
  run: renderFrame,
});

async function renderFrame(job: FrameJob, context: JobContext): Promise<FrameResult> {
  const { document, media } = await previewFiles(job, context);
  const outPath = path.join(context.scratchDir, `frame.${job.image}`);
  const { atSec, image, scale } = job;
  const task = {
    type: 'frame' as const,
    document,
    media,
    htmlFrames: context.htmlFrames,
    atSec,
    image,
    scale,
    outPath,
  };
  const bounds = clipThatNeedsBrowser(document) === null ? undefined : pageBounds;
  const { width, height, timeSec, sizeBytes } = await context.runTask(task, undefined, bounds);
  await retryWhileAway(context.signal, () =>
    context.store.putFile(job.outKey, outPath, { contentType: `image/${image}` }),
  );
  return { width, height, timeSec, sizeBytes };
}

/** The document and files to draw it from: proxies where they are enough, the originals of everything else. */
async function previewFiles(job: FrameJob, context: JobContext): Promise<{ document: Document; media: MediaFiles }> {
  const snapshot = await context.frameSnapshot(job.documentKey);
  const { document, originals, proxies } = previewCopies(snapshot.document, snapshot.media, job.scale);
  const wanted: Parameters<typeof fetchMedia>[0] = {};
  for (const src of originals) {
    const source = snapshot.media[src];
    if (source) wanted[src] = source;
  }
  for (const [src, name] of proxies) {
    const source = snapshot.media[src];
    if (!source?.proxy) continue;
    const { objectKey, sha256, sizeBytes } = source.proxy;
    wanted[name] = { objectKey, facts: { ...source.facts, sha256, sizeBytes } };
  }
  const media = await fetchMedia(wanted, await context.warmFolder(job.documentKey), context);
  for (const [src, name] of proxies) {
    const { width, height } = snapshot.media[src]?.facts ?? { width: null, height: null };
    const file = media[name];
    if (file && width !== null && height !== null) file.shownAs = { width, height };
  }
  return { document, media };
}
