import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { ChildTask } from '@framemill/compositor/child';
import { formatFacts } from '@framemill/compositor/formats';
import { audibleSources } from '@framemill/compositor/plan';
import {
  type AudioJob,
  type AudioResult,
  audioJob,
  type CopySource,
  factsOf,
  objectKeys,
  parseStitchManifest,
  type StitchJob,
  type StitchManifest,
  type StitchResult,
  stitchJob,
} from '@framemill/scheduler/protocol';
import { readFarmObject, retryWhileAway } from '../cache/store-patience.ts';
import { fetchArtifacts } from './fetch-artifacts.ts';
import { fetchMedia, linkSource, mediaFolder, only } from './fetch-media.ts';
import { requireEngine } from './frames.ts';
import { defineNodeJob, type JobContext } from './job-kind.ts';
import { uploadArtifact } from './store-segments.ts';

/** Job kind that mixes the audio of a render. */
export const audioKind = defineNodeJob(audioJob, { lane: 'slot', priority: 1, run: mixAudio });

async function mixAudio(job: AudioJob, context: JobContext): Promise<AudioResult> {
  requireEngine(job.fingerprint, context);
  const { document, profile, media: sources } = await context.renderSnapshot(job.documentKey);
  const facts = factsOf(sources);
  const media = await fetchMedia(only(sources, audibleSources(document, facts)), mediaFolder(context), context);
  const outPath = path.join(context.scratchDir, 'audio');
  const { sha256, sizeBytes, samples } = await context.runTask({ type: 'audio', document, profile, media, outPath });
  const key = objectKeys.segment(job.accountId, job.contentKey, sha256);
  await uploadArtifact(context, { key, path: outPath, sha256, sizeBytes, contentType: 'application/octet-stream' });
  return { sha256, sizeBytes, samples, nodeId: context.nodeId };
}

/** Job kind that muxes the segments and the audio of a render, or copies its source, into the file to download. */
export const stitchKind = defineNodeJob(stitchJob, { lane: 'slot', priority: 0, run: stitch });

async function stitch(job: StitchJob, context: JobContext): Promise<StitchResult> {
  requireEngine(job.fingerprint, context);
  const { store, signal, nodeId } = context;
  const manifest = await readFarmObject(store, job.manifestKey, parseStitchManifest, context);
  const { ending, mimeType: contentType } = formatFacts(manifest.profile.format);
  const outPath = path.join(context.scratchDir, `export.${ending}`);
  const task = manifest.copy
    ? await copyTask(manifest.copy, manifest, outPath, context)
    : await joinTask(manifest, outPath, context);
  const { sizeBytes, durationSec, sha256 } = await context.runTask(task);
  const options = { contentType, sha256, signal };
  await retryWhileAway(signal, () => store.putFile(job.exportKey, outPath, options));
  return { sizeBytes, durationSec, sha256, nodeId };
}

async function joinTask(
  { segments, firstFrame = 0, audioKey, profile, texts }: StitchManifest,
  outPath: string,
  context: JobContext,
): Promise<Extract<ChildTask, { type: 'stitch' }>> {
  const keys = segments.map((segment) => segment.objectKey);
  if (audioKey !== null) keys.push(audioKey);
  const paths = await fetchParts(keys, context);
  return {
    type: 'stitch',
    segments: paths.slice(0, segments.length),
    segmentFrames: segments.map((segment) => segment.frames),
    firstFrame,
    audio: audioKey === null ? null : (paths.at(-1) ?? null),
    profile,
    ...(texts === undefined ? {} : { texts }),
    outPath,
  };
}

/**
 * Builds the task that copies a source. The source comes from the media cache like any other; the audio is its own or
 * the render's mix.
 */
async function copyTask(
  { packets, sound: audioTrack, ...object }: CopySource,
  { audioKey }: StitchManifest,
  outPath: string,
  context: JobContext,
): Promise<Extract<ChildTask, { type: 'copy' }>> {
  const [mix = null] = await fetchParts(audioKey === null ? [] : [audioKey], context);
  const folder = mediaFolder(context);
  await mkdir(folder, { recursive: true });
  const source = await linkSource(path.basename(object.objectKey), object, folder, context);
  return { type: 'copy', source, packets, sound: { copy: source, mix, none: null }[audioTrack], outPath };
}

async function fetchParts(keys: string[], context: JobContext): Promise<string[]> {
  const folder = path.join(context.scratchDir, 'parts');
  await mkdir(folder);
  return fetchArtifacts(keys, folder, context);
}
