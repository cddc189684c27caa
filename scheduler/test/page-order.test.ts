import { text } from 'node:stream/consumers';
import { createRedis } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  parseFrameSnapshot,
  parsePreviewFrameJob,
  previewHtmlQueue,
  publishLease,
  redisKeys,
  workerOptions,
} from '../src/protocol/index.ts';
import { shapeDocument } from './documents.ts';
import { nodeError } from './fake-node.ts';
import { createGate } from './gate.ts';
import { nodeLease } from './node-lease.ts';
import { openStack, type Stack } from './stack.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack();
});
afterAll(() => stack.close());

function page(html: string): Document {
  const document = shapeDocument(2, '#123456');
  return {
    ...document,
    clips: document.clips.map(({ shape: _, ...clip }) => ({ ...clip, type: 'html', html: { html } })),
  };
}

const ask = (accountId: string, html: string) =>
  stack.client.requestFrame({
    ...{ accountId, document: page(html), media: {}, atSec: 0.5, image: 'jpeg', scale: 0.5, timeoutMs: 30_000 },
  });

it('draws pages of an account whose page hung lately after those of others', { timeout: 60_000 }, async () => {
  await publishLease(stack.redis, nodeLease({ engines: { cpu: 'd'.repeat(64), html: 'e'.repeat(64) } }));
  const begun: string[] = [];
  const gate = createGate();
  const connection = createRedis(stack.services.redisUrl, 'worker');
  const slot = new Worker(
    previewHtmlQueue,
    async (job) => {
      const { documentKey, outKey } = parsePreviewFrameJob(job.data);
      const snapshot = parseFrameSnapshot(JSON.parse(await text((await stack.store.get(documentKey)).body)));
      const [clip] = (snapshot.document as unknown as Document).clips;
      const html = clip?.html?.html ?? '';
      begun.push(html);
      if (html === 'hangs') {
        const faultyPage = { sha256: 'a'.repeat(64), reason: 'it did not answer' };
        throw nodeError({ kind: 'failed', code: 'invalid_request', message: 'it did not answer', faultyPage });
      }
      if (html === 'first') await gate.passed;
      await stack.store.put(outKey, Buffer.from('picture'));
      return { width: 640, height: 360, timeSec: 0.5, sizeBytes: 7 };
    },
    { ...workerOptions, connection, concurrency: 1 },
  );
  try {
    await expect(ask('acc_hung', 'hangs')).rejects.toThrow('it did not answer');
    const kept = await stack.redis.pttl(redisKeys.pagesLast('acc_hung'));
    expect(kept).toBeGreaterThan(540_000);
    expect(kept).toBeLessThanOrEqual(600_000);
    const waiting = () => stack.redis.zcard(`{fm}:${previewHtmlQueue}:prioritized`);
    const asked = [ask('acc_1', 'first')];
    await expect.poll(() => begun, { timeout: 10_000 }).toContain('first');
    asked.push(ask('acc_hung', 'of the one that hung'));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
    asked.push(ask('acc_2', 'second'));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
    asked.push(ask('acc_3', 'third'));
    await expect.poll(waiting, { timeout: 10_000 }).toBe(3);
    gate.open();
    await Promise.all(asked);
    expect(begun).toEqual(['hangs', 'first', 'second', 'third', 'of the one that hung']);
  } finally {
    gate.open();
    await slot.close();
    connection.disconnect();
  }
});
