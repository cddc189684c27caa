import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clipThatNeedsBrowser, previewCopies } from '@framemill/compositor/plan';
import {
  encodeSentFrame,
  mostSentBytes,
  type PreviewFrameJob,
  type PreviewFrameResult,
  previewFrameJob,
} from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { retryWhileAway } from '../cache/store-patience.ts';
import { ChildLost } from '../children/child-lost.ts';
import { fetchMedia } from './fetch-media.ts';
import { defineNodeJob, type JobContext, type PreviewFiles } from './job-kind.ts';

/**
 * Returns the child pool and the time limit of a preview with HTML clips. The limit is wall-clock time: up to 20 s for
 * the 5 s of CPU time that HTML pages may use, and 10 s for everything else, including the browser start. Each further
 * image of a contact sheet adds half a second.
 */
const pageBounds = (images: number) => ({ lane: 'page', limitMs: 29_500 + 500 * images }) as const;

/** Job kind that renders one frame of a document, or a contact sheet, for a waiting user. */
export const frameKind = defineNodeJob(previewFrameJob, { lane: 'preview', priority: 0, run: renderFrame });

async function renderFrame(job: PreviewFrameJob, context: JobContext): Promise<PreviewFrameResult> {
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
  const isPage = clipThatNeedsBrowser(document) !== null;
  const { width, height, timeSec, sizeBytes } = await context
    .runTask(task, undefined, isPage ? pageBounds([atSec].flat().length) : undefined)
    .catch((error: unknown) => {
      throw isPage ? withDocument(error, job) : error;
    });
  const { store, signal } = context;
  const result = { width, height, timeSec, sizeBytes };
  signal.throwIfAborted();
  if (await sendFrame(job, result, outPath, context)) return { ...result, sent: true };
  await retryWhileAway(signal, () => store.putFile(job.outKey, outPath, { contentType: `image/${image}`, signal }));
  return result;
}

/**
 * Sends the image to the requesting process over Redis. Returns false when no subscriber received it, for example
 * because the requesting process has lost its connection.
 */
async function sendFrame(
  { requestId, sendTo }: PreviewFrameJob,
  result: PreviewFrameResult,
  outPath: string,
  { publish, log }: JobContext,
): Promise<boolean> {
  if (sendTo === undefined || result.sizeBytes > mostSentBytes) return false;
  const message = encodeSentFrame({ requestId, result, data: await readFile(outPath) });
  try {
    return (await publish(sendTo, message)) > 0;
  } catch (error) {
    // The node's Redis user may lack the permission to publish, or Redis is out of memory: the store is the
    // alternative.
    log.info({ err: error }, 'a frame could not be sent: it goes by the object store');
    return false;
  }
}

/**
 * Converts the loss of a render child to an error that names the whole document as faulty, because the faulty HTML clip
 * is not known. Returns other errors unchanged.
 */
function withDocument(error: unknown, { documentKey }: PreviewFrameJob): unknown {
  const sha256 = /[0-9a-f]{64}/.exec(documentKey)?.[0];
  if (!(error instanceof ChildLost) || !error.isTasksDoing || sha256 === undefined) return error;
  const { message } = error;
  return new FramemillError('internal_error', message, { faultyPage: { sha256, reason: message } }, { cause: error });
}

/**
 * Returns the document with the files to render its frame from: preview proxies where their size suffices, otherwise
 * the original files.
 */
function previewFiles(job: PreviewFrameJob, context: JobContext): Promise<PreviewFiles> {
  const { documentKey, scale } = job;
  return context.warmFolders.filled(documentKey, `scale ${scale}`, (folder) => fetchFiles(job, folder, context));
}

async function fetchFiles(job: PreviewFrameJob, folder: string, context: JobContext): Promise<PreviewFiles> {
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
  const media = await fetchMedia(wanted, folder, context);
  for (const [src, name] of proxies) {
    const { width, height } = snapshot.media[src]?.facts ?? { width: null, height: null };
    const file = media[name];
    if (file && width !== null && height !== null) file.shownAs = { width, height };
  }
  return { document, media };
}
