import path from 'node:path';
import { audibleSources } from '@framemill/compositor/catalog';
import {
  type AudioJob,
  type AudioResult,
  factsOf,
  objectKeys,
  parseAudioJob,
  workQueue,
} from '@framemill/scheduler/protocol';
import { fetchMedia, mediaFolder, only } from './fetch-media.ts';
import { requireEngine } from './frames.ts';
import { defineJob, type JobContext } from './job-kind.ts';
import { uploadArtifact } from './upload-artifact.ts';

/** Job kind that mixes the audio of a render. */
export const audioKind = defineJob({
  name: 'audio',
  queue: (_pool, fingerprint) => workQueue('audio', fingerprint),
  lane: 'slot',
  priority: 1,
  parse: parseAudioJob,
  renderId: (job) => job.renderId,
  run: mixAudio,
});

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
