import { randomUUID } from 'node:crypto';
import { imageDocument } from '@framemill/testing/documents';
import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it } from 'vitest';
import { listQuarantine, releaseQuarantine } from '../src/index.ts';
import type { RenderRangeJob } from '../src/protocol/index.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const sha = (digit: string) => digit.repeat(64);

/** Creates an image of an account, and a project that shows it. */
async function image(accountId: string, sha256: string): Promise<{ mediaId: string; projectId: string }> {
  const mediaId = `med_${randomUUID()}`;
  const facts = {
    ...{ kind: 'image', sha256, mimeType: 'image/png', sizeBytes: 10, width: 64, height: 64 },
    ...{ durationSec: null, fps: null, hasAudio: false },
  };
  const data = { id: mediaId, accountId, name: 'holiday.png', status: 'READY', sizeBytes: 10, sha256 };
  await stack.database.client.media.create({ data: { ...data, objectKey: `uploads/${mediaId}.png`, facts } });
  const { clips, ...rest } = imageDocument(mediaId);
  // One second is one segment: one try after the other.
  const document = { ...rest, clips: clips.map((clip) => ({ ...clip, duration: 1 })) };
  return { mediaId, projectId: await stack.project(accountId, document) };
}

/**
 * Returns an `onFrames` callback that fails every range, like a node whose child process crashes when it reads the
 * file.
 */
const failingOn = (mediaSha256: string, nodeId: string, failed: string[]) => async (job: RenderRangeJob) => {
  failed.push(job.renderId);
  const message = 'The source of clip "c1" (picture) makes the render process fail.';
  throw nodeError({ kind: 'failed', code: 'internal_error', message, nodeId, mediaSha256 });
};

describe('a file that ends render processes', () => {
  it('goes into quarantine after two losses of the only node, and each render that shows it fails with the reason', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('a'));
    const first = await stack.render(account, projectId);
    const second = await stack.render(account, projectId);
    const failed: string[] = [];
    await stack.startNode({ nodeId: 'n1', slots: 1, onFrames: failingOn(sha('a'), 'n1', failed) });
    const [row, other] = await Promise.all([stack.reaches(first, 'FAILED'), stack.reaches(second, 'FAILED')]);
    expect(failed.length).toBe(2);
    for (const { errorMsg } of [row, other]) {
      expect(errorMsg).toMatch(/The media "holiday.png" is in quarantine.*clip "c1" \(picture\)/);
    }
    const { exportsUsed } = await stack.database.client.account.findUniqueOrThrow({ where: { id: account } });
    expect(exportsUsed).toBe(0);
    expect(await listQuarantine(stack, account)).toMatchObject([
      { mediaSha256: sha('a'), name: 'holiday.png', failures: 2, nodeIds: ['n1'] },
    ]);
  });

  it('is tried on a second node where there is one, three times at most', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('b'));
    const failed: string[] = [];
    for (const nodeId of ['n1', 'n2']) {
      await stack.startNode({ nodeId, slots: 1, onFrames: failingOn(sha('b'), nodeId, failed) });
    }
    await stack.reaches(await stack.render(account, projectId), 'FAILED');
    const [found] = await listQuarantine(stack, account);
    expect(found?.failures).toBe(failed.length);
    expect(found?.nodeIds.length === 2 ? [2, 3] : [3]).toContain(failed.length);
  });

  it('is refused before anything is queued, with the clip that shows it, until it is released', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('c'));
    const failed: string[] = [];
    const node = await stack.startNode({ nodeId: 'n1', onFrames: failingOn(sha('c'), 'n1', failed) });
    await stack.reaches(await stack.render(account, projectId), 'FAILED');
    await expect(stack.render(account, projectId)).rejects.toThrow(
      /Clip "c1" \(picture\) cannot be rendered: The media "holiday.png" is in quarantine/,
    );
    await node.stop();
    await stack.startNode();
    expect(await releaseQuarantine(stack, { accountId: account, mediaSha256: sha('c') })).toBe(true);
    expect(await releaseQuarantine(stack, { accountId: account, mediaSha256: sha('c') })).toBe(false);
    await stack.reaches(await stack.render(account, projectId), 'COMPLETED');
  });

  it('stops nobody else: not the same file of another account, not other renders of this one', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const neighbour = await stack.account();
    const { projectId } = await image(account, sha('d'));
    const same = await image(neighbour, sha('d'));
    const failed: string[] = [];
    const fail = failingOn(sha('d'), 'n1', failed);
    const bad = await stack.render(account, projectId);
    const good = await stack.render(account, await stack.project(account, 4));
    await stack.startNode({ nodeId: 'n1', onFrames: async (job) => (job.renderId === bad ? fail(job) : undefined) });
    await stack.reaches(bad, 'FAILED');
    await stack.reaches(good, 'COMPLETED');
    await stack.reaches(await stack.render(neighbour, same.projectId), 'COMPLETED');
    expect(await listQuarantine(stack, neighbour)).toEqual([]);
  });

  it('goes into quarantine when memory runs out on it again and again, and not at the first two times', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('f'));
    const oom = { residentBytes: 1_200_000_000, isHigh: true };
    const message = 'The source of clip "c1" (picture): the machine ran out of memory while the process used 1,144 MB';
    await stack.startNode({
      ...{ nodeId: 'n1', slots: 1 },
      onFrames: async () => {
        throw nodeError({
          ...{ kind: 'interrupted', code: 'quota_exceeded', message, nodeId: 'n1', mediaSha256: sha('f'), oom },
        });
      },
    });
    const id = await stack.render(account, projectId);
    const { errorMsg } = await stack.reaches(id, 'FAILED');
    expect(errorMsg).toMatch(/The media "holiday.png" is in quarantine.*ran out of memory/);
    const ledger = await stack.database.client.attempt.findMany({
      where: { task: { renderId: id } },
      orderBy: { number: 'asc' },
    });
    expect(ledger.map(({ outcome }) => outcome)).toEqual(['interrupted', 'interrupted', 'failed', 'failed']);
  });

  it('is not what ends processes that somebody kills from outside, however often', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('0'));
    let killed = 0;
    await stack.startNode({
      ...{ nodeId: 'n1', slots: 1 },
      onFrames: async () => {
        if (killed === 12) return;
        killed += 1;
        throw nodeError({ kind: 'interrupted', code: 'unavailable', message: 'signal SIGKILL', nodeId: 'n1' });
      },
    });
    const { errorMsg } = await stack.reaches(await stack.render(account, projectId), 'COMPLETED');
    expect([errorMsg, killed]).toEqual([null, 12]);
    expect(await stack.database.client.mediaFault.count({ where: { accountId: account } })).toBe(0);
  });

  it('is forgiven a failure of long ago', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('e'));
    const longAgo = new Date(Date.now() - 25 * 3_600_000);
    const fault = { accountId: account, mediaSha256: sha('e'), failures: 2, nodeIds: ['n1', 'n2'], error: 'once' };
    await stack.database.client.mediaFault.create({ data: { ...fault, renderId: 'rnd_old', updatedAt: longAgo } });
    let failures = 0;
    await stack.startNode({
      nodeId: 'n1',
      onFrames: async (job) => {
        failures += 1;
        if (failures === 1) await failingOn(sha('e'), 'n1', [])(job);
      },
    });
    await stack.reaches(await stack.render(account, projectId), 'COMPLETED');
    expect(await listQuarantine(stack, account)).toEqual([]);
    expect(failures).toBe(2);
  });
});

describe('a range that does not get on within its budget of time', () => {
  const message = 'The render process ended (stuck, signal SIGKILL): it made no progress for 15 s.';

  it('is tried again in the slow queue; then its segment is in quarantine and its charge refunded until it is released', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const projectId = await stack.project(account, 4);
    const stuck: RenderRangeJob[] = [];
    let isStuck = true;
    const node = await stack.startNode({
      nodeId: 'n1',
      onFrames: async (job) => {
        if (!isStuck || job.segments.every(({ index }) => index !== 2)) return;
        stuck.push(job);
        throw nodeError({ kind: 'failed', code: 'over_budget', message, nodeId: 'n1' });
      },
    });
    const id = await stack.render(account, projectId);
    const { errorMsg } = await stack.reaches(id, 'FAILED');
    expect(errorMsg).toMatch(
      /^The part from 2 s to 3 s is in quarantine because it exceeded .* twice.*no progress for 15 s/,
    );
    const { exportsUsed } = await stack.database.client.account.findUniqueOrThrow({ where: { id: account } });
    expect(exportsUsed).toBe(0);
    expect(stuck.length).toBe(2);
    expect(stuck[1]?.segments.map(({ index }) => index)).toEqual([2]);

    const [found] = await listQuarantine(stack, account);
    expect(found).toMatchObject({
      name: null,
      failures: 2,
      nodeIds: ['n1'],
      mediaSha256: stuck[1]?.segments[0]?.contentKey,
    });
    const taken = node.taken.length;
    const again = await stack.reaches(await stack.render(account, projectId), 'FAILED');
    expect(again.errorMsg).toBe(errorMsg);
    expect(node.taken.length).toBe(taken);

    isStuck = false;
    const released = { accountId: account, mediaSha256: found?.mediaSha256 ?? '' };
    expect(await releaseQuarantine(stack, released)).toBe(true);
    await stack.reaches(await stack.render(account, projectId), 'COMPLETED');
  });

  it('puts the file that it names into quarantine the second time, on whichever nodes', async () => {
    await stack.startScheduler();
    const account = await stack.account();
    const { projectId } = await image(account, sha('9'));
    let failures = 0;
    // Two nodes live, and one of them is told of both times.
    for (const nodeId of ['n1', 'n2']) {
      await stack.startNode({
        ...{ nodeId, slots: 1 },
        onFrames: async () => {
          failures += 1;
          throw nodeError({ kind: 'failed', code: 'over_budget', message, nodeId: 'n1', mediaSha256: sha('9') });
        },
      });
    }
    const { errorMsg } = await stack.reaches(await stack.render(account, projectId), 'FAILED');
    expect(errorMsg).toMatch(/The media "holiday.png" is in quarantine.*no progress for 15 s/);
    expect(failures).toBe(2);
  });
});
