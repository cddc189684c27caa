import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ChildTask } from '@framemill/compositor/child';
import {
  type CopySource,
  parseStitchJob,
  parseStitchManifest,
  type StitchJob,
  type StitchManifest,
  type StitchResult,
  workQueue,
} from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { fileSha256 } from '../cache/file-hash.ts';
import { retryWhileAway } from '../cache/store-retry.ts';
import { readFarmObject } from './farm-object.ts';
import { mediaFolder } from './fetch-media.ts';
import { requireFingerprint } from './frames.ts';
import { defineJob, type JobContext } from './job-kind.ts';
import { MissingObjects } from './missing-objects.ts';

const contentTypes = { mp4: 'video/mp4', webm: 'video/webm', gif: 'image/gif' } as const;
const parallelFetches = 6;

/** Joins the segments and the audio of a render, or copies its source, into the file that people download. */
export const stitchKind = defineJob({
  name: 'stitch',
  queue: (fingerprint) => workQueue('stitch', fingerprint),
  htmlQueue: (fingerprint) => workQueue('stitch', fingerprint),
  lane: 'slot',
  priority: 0,
  parse: parseStitchJob,
  renderId: (job) => job.renderId,
  run: stitch,
});

async function stitch(job: StitchJob, context: JobContext): Promise<StitchResult> {
  requireFingerprint(job.fingerprint, context);
  const { store, signal, nodeId } = context;
  const manifest = parseStitchManifest(await readFarmObject(store, job.manifestKey, signal));
  const outPath = path.join(context.scratchDir, `export.${manifest.profile.format}`);
  const task = manifest.copy
    ? await copyTask(manifest.copy, manifest, outPath, context)
    : await joinTask(manifest, outPath, context);
  const { sizeBytes, durationSec, sha256 } = await context.runTask(task);
  const contentType = contentTypes[manifest.profile.format];
  await retryWhileAway(signal, () => store.putFile(job.exportKey, outPath, { contentType }));
  return { sizeBytes, durationSec, sha256, nodeId };
}

async function joinTask(
  { segments, audioKey, profile }: StitchManifest,
  outPath: string,
  context: JobContext,
): Promise<Extract<ChildTask, { type: 'stitch' }>> {
  const keys = segments.map((segment) => segment.objectKey);
  if (audioKey !== null) keys.push(audioKey);
  const paths = await fetchArtifacts(keys, context);
  return {
    type: 'stitch',
    segments: paths.slice(0, segments.length),
    segmentFrames: segments.map((segment) => segment.frames),
    audio: audioKey === null ? null : (paths.at(-1) ?? null),
    profile,
    outPath,
  };
}

/** The source comes out of the media cache, like any other; the sound is its own or the render's mix. */
async function copyTask(
  { packets, sound, ...object }: CopySource,
  { audioKey }: StitchManifest,
  outPath: string,
  context: JobContext,
): Promise<Extract<ChildTask, { type: 'copy' }>> {
  const [mix = null] = await fetchArtifacts(audioKey === null ? [] : [audioKey], context);
  const folder = mediaFolder(context);
  await mkdir(folder, { recursive: true });
  const source = await context.media.linkInto(folder, object, context.signal);
  return { type: 'copy', source, packets, sound: { copy: source, mix, none: null }[sound], outPath };
}

/** Fetches objects that are named by their hash; paths in the order of `keys`. Throws `MissingObjects` with all that fail. */
async function fetchArtifacts(keys: string[], context: JobContext): Promise<string[]> {
  const folder = path.join(context.scratchDir, 'parts');
  await mkdir(folder);
  const missing: string[] = [];
  const paths = keys.map((_, position) => path.join(folder, String(position)));
  const remaining = keys.entries();
  const takeNext = async () => {
    for (const [position, key] of remaining) {
      const target = paths[position] ?? '';
      if (!(await fetchArtifact(key, target, context))) missing.push(key);
    }
  };
  await Promise.all(Array.from({ length: parallelFetches }, takeNext));
  if (missing.length > 0) throw new MissingObjects(missing);
  return paths;
}

async function fetchArtifact(key: string, target: string, { store, signal, metrics }: JobContext): Promise<boolean> {
  try {
    await retryWhileAway(signal, () => store.getFile(key, target));
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return false;
    throw error;
  }
  const intact = (await fileSha256(target)) === path.posix.basename(key);
  if (!intact) metrics.verifyFailures.inc({ check: 'stored_hash' });
  return intact;
}
