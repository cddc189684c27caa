import { fontSet } from '@framemill/compositor/catalog';
import type { ObjectStore } from '@framemill/infra';
import { type FramesJob, objectKeys, PROTOCOL_VERSION, type RenderSnapshot } from '@framemill/scheduler/protocol';
import { createDocument } from '@framemill/timeline';

/** Stores the snapshot of an empty 160x90 document and returns the order for its first segment. */
export async function framesJob(store: ObjectStore, fingerprint: string): Promise<FramesJob> {
  const renderId = 'r1';
  const documentKey = objectKeys.document(renderId);
  const snapshot: RenderSnapshot = {
    v: PROTOCOL_VERSION,
    document: { ...createDocument({ width: 160, height: 90 }) },
    profile: { format: 'mp4', quality: 'draft', width: 160, height: 90, rate: { num: 30, den: 1 }, watermark: false },
    fontSet,
    media: {},
  };
  await store.put(documentKey, Buffer.from(JSON.stringify(snapshot)));
  return {
    v: PROTOCOL_VERSION,
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
