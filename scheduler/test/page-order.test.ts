import { text } from 'node:stream/consumers';
import { pageHash } from '@framemill/compositor/plan';
import { createRedis } from '@framemill/infra';
import { shapeDocument } from '@framemill/testing/documents';
import { nodeError, nodeLease } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import type { Document } from '@framemill/timeline';
import { Worker } from 'bullmq';
import { expect, it } from 'vitest';
import {
  leaseRefreshMs,
  parseFrameSnapshot,
  previewFrameJob,
  publishLease,
  redisKeys,
  withdrawLease,
  workerOptions,
} from '../src/protocol/index.ts';
import { createGuard, type Gate } from './gate.ts';

const stack = forSuite(openStack);

function page(html: string): Document {
  const document = shapeDocument(2, '#123456');
  return {
    ...document,
    clips: document.clips.map(({ shape: _, ...clip }) => ({ ...clip, type: 'html', html: { html } })),
  };
}

const ask = (accountId: string, html: string) =>
  stack.client.requestFrame({
    ...{ accountId, document: page(html), media: {}, atSec: 0.5, image: 'jpeg', scale: 0.5, timeoutMs: 200_000 },
  });

/**
 * Starts a node that renders previews of pages one at a time. The page `hangs` fails like a page that hangs; the page
 * `first` waits until `gate` is opened.
 */
async function startNode(begun: string[], gate: Gate): Promise<{ close(): Promise<void> }> {
  const lease = nodeLease({ engines: { cpu: 'd'.repeat(64), html: 'e'.repeat(64) } });
  await publishLease(stack.redis, lease);
  const renewal = setInterval(() => void publishLease(stack.redis, lease), leaseRefreshMs);
  const connection = createRedis(stack.services.redisUrl, 'worker');
  const slot = new Worker(
    previewFrameJob.queues.html,
    async (job) => {
      const { documentKey, outKey } = previewFrameJob.parse(job.data);
      const snapshot = parseFrameSnapshot(JSON.parse(await text((await stack.store.get(documentKey)).body)));
      const [clip] = (snapshot.document as unknown as Document).clips;
      const html = clip?.html?.html ?? '';
      begun.push(html);
      if (html === 'hangs') {
        const faultyPage = { sha256: pageHash({ html }), reason: 'it did not answer' };
        throw nodeError({ kind: 'failed', code: 'invalid_request', message: 'it did not answer', faultyPage });
      }
      if (html === 'first') await gate.passed;
      await stack.store.put(outKey, Buffer.from('picture'));
      return { width: 640, height: 360, timeSec: 0.5, sizeBytes: 7 };
    },
    { ...workerOptions, connection, concurrency: 1 },
  );
  return {
    async close() {
      await slot.close();
      connection.disconnect();
      clearInterval(renewal);
      await withdrawLease(stack.redis, lease);
    },
  };
}

it('refuses a page that hung to its account, and tries it for every other', async () => {
  const begun: string[] = [];
  const node = await startNode(begun, createGuard());
  try {
    await expect(ask('acc_a', 'hangs')).rejects.toThrow(/could not be rendered: it did not answer/);
    await expect(ask('acc_a', 'hangs')).rejects.toThrow(/preview of the html clip .* failed: it did not answer/);
    await expect(ask('acc_b', 'hangs')).rejects.toThrow(/could not be rendered: it did not answer/);
    expect(begun).toEqual(['hangs', 'hangs']);
  } finally {
    await node.close();
  }
});

it('draws pages of an account whose page hung lately after those of others', async () => {
  const begun: string[] = [];
  const gate = createGuard();
  const node = await startNode(begun, gate);
  try {
    await expect(ask('acc_hung', 'hangs')).rejects.toThrow('it did not answer');
    const kept = await stack.redis.pttl(redisKeys.pagesLast('acc_hung'));
    expect(kept).toBeGreaterThan(540_000);
    expect(kept).toBeLessThanOrEqual(600_000);
    const waiting = () => stack.redis.zcard(`{fm}:${previewFrameJob.queues.html}:prioritized`);
    const asked = [ask('acc_1', 'first')];
    await expect.poll(() => begun).toContain('first');
    asked.push(ask('acc_hung', 'of the one that hung'));
    await expect.poll(waiting).toBe(1);
    asked.push(ask('acc_2', 'second'));
    await expect.poll(waiting).toBe(2);
    asked.push(ask('acc_3', 'third'));
    await expect.poll(waiting).toBe(3);
    gate.open();
    await Promise.all(asked);
    expect(begun).toEqual(['hangs', 'first', 'second', 'third', 'of the one that hung']);
  } finally {
    gate.open();
    await node.close();
  }
});

it('is unavailable where no node has a browser', async () => {
  const lease = nodeLease({ nodeId: 'node-without-browser' });
  await publishLease(stack.redis, lease);
  await expect(ask('acc_1', 'page')).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/is an html clip, but no running node can render html clips/),
  });
  await withdrawLease(stack.redis, lease);
});
