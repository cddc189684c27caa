import path from 'node:path';
import { type IngestJob, type IngestResult, ingestQueue, objectKeys } from '@framemill/scheduler/protocol';
import { retryWhileAway } from '../cache/store-retry.ts';
import { ingest, ingestJob } from './ingest.ts';
import { defineJob, type JobContext } from './job-kind.ts';
import { uploadArtifact } from './upload-artifact.ts';

/** Job kind that produces poster, preview proxy and filmstrip of a media file. */
export const ingestImagesKind = defineJob({
  name: 'ingest-picture',
  queue: () => ingestQueue.picture,
  ...ingestJob,
  run: (job, context) => ingest(job, context, (source) => makeImages(job, context, source)),
});

async function makeImages(job: IngestJob, context: JobContext, source: string): Promise<Partial<IngestResult>> {
  const { accountId, facts } = job;
  const posterPath = path.join(context.scratchDir, 'poster');
  const proxyPath = path.join(context.scratchDir, 'proxy.mp4');
  const filmstripPath = path.join(context.scratchDir, 'filmstrip.jpg');
  const paths = { posterPath, proxyPath, filmstripPath };
  const made = await context.runTask({ type: 'ingest-picture', path: source, facts, ...paths });

  const { type, width, height } = made.poster;
  const posterKey = objectKeys.poster(accountId, facts.sha256, type);
  const { store, signal } = context;
  const put = (key: string, file: string, contentType: string) =>
    retryWhileAway(signal, () => store.putFile(key, file, { contentType, signal }));
  await put(posterKey, posterPath, `image/${type}`);
  const poster = { objectKey: posterKey, width, height };
  if (made.proxy === null) return { poster };

  const { sha256, sizeBytes } = made.proxy;
  const proxyKey = objectKeys.proxy(accountId, facts.sha256, sha256);
  await uploadArtifact(context, { key: proxyKey, path: proxyPath, sha256, sizeBytes, contentType: 'video/mp4' });
  const proxy = { objectKey: proxyKey, sha256, sizeBytes, width: made.proxy.width, height: made.proxy.height };
  if (made.filmstrip === null) return { poster, proxy };

  const filmstripKey = objectKeys.filmstrip(accountId, facts.sha256);
  await put(filmstripKey, filmstripPath, 'image/jpeg');
  return { poster, proxy, filmstrip: { objectKey: filmstripKey, ...made.filmstrip } };
}
