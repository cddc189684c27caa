import { createHash } from 'node:crypto';
import { fontSet } from '@framemill/compositor/plan';
import type { ObjectStore } from '@framemill/infra';
import {
  objectKeys,
  type RenderRangeJob,
  type RenderSnapshot,
  type StoredMedia,
  WRITTEN_VERSION,
} from '@framemill/scheduler/protocol';
import { CLIP_DEFAULTS, type Clip, createDocument } from '@framemill/timeline';

/**
 * Stores the snapshot of a 160x90 document and returns the job for its first segment. The document shows one image for
 * each of `files`, in clips `c0`, `c1` and so on; without files it is empty.
 */
export async function renderRangeJob(
  store: ObjectStore,
  fingerprint: string,
  files: string[] = [],
): Promise<RenderRangeJob> {
  const renderId = 'r1';
  const documentKey = objectKeys.document(renderId);
  const snapshot: RenderSnapshot = {
    v: WRITTEN_VERSION,
    document: { ...createDocument({ width: 160, height: 90 }), clips: files.map((_, index) => imageClip(index)) },
    profile: { format: 'mp4', quality: 'draft', width: 160, height: 90, rate: { num: 30, den: 1 }, watermark: false },
    fontSet,
    media: Object.fromEntries(files.map((content, index) => [`m${index}`, storedMediaOf(content)])),
  };
  for (const content of files) await store.put(storedMediaOf(content).objectKey, Buffer.from(content));
  await store.put(documentKey, Buffer.from(JSON.stringify(snapshot)));
  return {
    v: WRITTEN_VERSION,
    renderId,
    accountId: 'a1',
    taskId: 't1',
    attempt: 1,
    epoch: 1,
    fingerprint,
    documentKey,
    segments: [{ index: 0, startFrame: 0, endFrame: 30, contentKey: 'c'.repeat(64) }],
  };
}

function imageClip(index: number): Clip {
  const place = { name: `picture ${index}`, start: 0, duration: 1, trackIndex: 0, mediaDuration: 1 };
  return { ...CLIP_DEFAULTS, ...place, id: `c${index}`, type: 'image', src: `m${index}` };
}

function storedMediaOf(content: string): StoredMedia {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const unknown = { width: 1, height: 1, durationSec: null, fps: null, hasAudio: false };
  const facts = { kind: 'image', mimeType: 'image/png', sha256, sizeBytes: content.length, ...unknown } as const;
  return { objectKey: `uploads/${sha256}.png`, facts };
}
