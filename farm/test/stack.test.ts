import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
// biome-ignore lint/style/noRestrictedImports: this suite runs the whole stack; only src/ is a node.
import { renderRecord } from '@framemill/scheduler';
import { readLeases } from '@framemill/scheduler/protocol';
import { filmDocument, smallDocument } from '@framemill/testing/documents';
import { smallDisk } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { childrenOf, renderChildrenOf } from '@framemill/testing/processes';
import type { Program } from '@framemill/testing/program';
import { openStack } from '@framemill/testing/stack';
import { toneWav } from '@framemill/testing/wav';
import type { Clip } from '@framemill/timeline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

/** Creates a document of 160x90 of an uploaded video. */
const smallFilm = (src: string, seconds: number, fields: Partial<Clip> = {}) =>
  filmDocument(src, seconds, fields, { width: 160, height: 90 });

describe('farm, scheduler and compositor together', () => {
  const stack = forSuite(() => openStack({ scheduler: true }));

  /** Starts a render with audio for a new account, so that no earlier result is reused. Returns the render's id. */
  const renderWithAudio = async (seconds: number) => {
    const accountId = await stack.account();
    const audio = await stack.upload(accountId, 'tone.wav', toneWav(seconds, 440));
    return stack.render(accountId, smallDocument(seconds, audio));
  };
  // An attempt that came to nothing: its node was gone, or a speculative attempt, started because it took so long, was
  // done before that was certain.
  const replaced = ['lost', 'cancelled'];

  const runningOn = async (nodeId: string) => {
    const leases = await readLeases(stack.redis);
    const running = leases.find((lease) => lease.nodeId === nodeId)?.running ?? [];
    // Work for renders only: probes come and go.
    return running.filter((job) => job.jobId.startsWith('c_'));
  };

  /**
   * Stops the render children of a node with one slot by SIGSTOP: those of the slot and of the express slot. Tasks that
   * they run then never end.
   */
  const freezeChildren = async ({ pid }: Program) => {
    await expect.poll(() => renderChildrenOf(pid).length).toBeGreaterThanOrEqual(2);
    const children = renderChildrenOf(pid);
    for (const child of children) process.kill(child, 'SIGSTOP');
    return children;
  };

  describe('with nodes that come and go', () => {
    afterEach(() => stack.stopNodes());

    it('gives the same bytes with one slot, with two nodes one of which is killed in the middle, and with two slots', {
      tags: 'full',
    }, async () => {
      const seconds = 19;
      await stack.farm(1, 'survivor');
      const one = await renderWithAudio(seconds);
      await stack.reaches(one, 'COMPLETED');

      const victim = await stack.farm(1, 'victim');
      // What it takes it cannot finish, so that it is surely killed in the middle of a range.
      const orphans = await freezeChildren(victim);
      const two = await renderWithAudio(seconds);
      await expect
        .poll(async () => [(await runningOn('survivor')).length, (await runningOn('victim')).length > 0])
        .toEqual([0, true]);
      const killedAt = Date.now();
      victim.kill('SIGKILL');
      for (const pid of orphans) process.kill(pid, 'SIGCONT');
      const row = await stack.reaches(two, 'COMPLETED');

      const lost = await stack.database.client.attempt.findFirstOrThrow({
        where: { task: { renderId: two }, outcome: { in: replaced } },
      });
      expect(lost.endedAt?.getTime()).toBeLessThan(killedAt + 10_000);
      expect(row.doneFrames).toBe(seconds * 30);
      await expect.poll(() => orphans.filter(isAlive)).toEqual([]);
      await stack.stopNodes();

      await stack.farm(2, 'double');
      const three = await renderWithAudio(seconds);
      await stack.reaches(three, 'COMPLETED');
      const hash = await stack.exportHash(one);
      expect(await stack.exportHash(two)).toBe(hash);
      expect(await stack.exportHash(three)).toBe(hash);
    });

    it('hands a range back when a node is asked to leave, and another node finishes the render', async () => {
      const leaving = await stack.farm(1, 'leaving');
      await freezeChildren(leaving);
      const renderId = await stack.render(await stack.account(), smallDocument(19));
      await expect.poll(async () => (await runningOn('leaving')).length).toBe(1);
      const askedAt = performance.now();
      leaving.kill('SIGTERM');
      expect(await leaving.exited).toBe(0);
      expect(performance.now() - askedAt).toBeLessThan(10_000);
      await stack.farm(1, 'staying');
      await stack.reaches(renderId, 'COMPLETED');
      const outcomes = await stack.outcomes(renderId);
      expect(new Set(outcomes)).toEqual(new Set(['interrupted', 'done']));
    });

    it('finishes what runs and then leaves when it is told to drain', async () => {
      const draining = await stack.farm(1, 'draining');
      const renderId = await renderWithAudio(19);
      await expect.poll(async () => (await runningOn('draining')).length, { interval: 10 }).toBeGreaterThan(0);
      draining.kill('SIGUSR2');
      expect(await draining.exited).toBe(0);
      expect(await stack.outcomes(renderId)).not.toContain('interrupted');
      await stack.farm(1, 'after');
      await stack.reaches(renderId, 'COMPLETED');
    });

    it('waits while the disk of the only node is full, says so in the record, and goes on when there is room', async ({
      skip,
    }) => {
      const disk = smallDisk(200);
      if (disk === null) return skip();
      const heap = path.join(disk.folder, 'something-else');
      try {
        const node = await stack.farm(1, 'full', { SCRATCH_DIR: path.join(disk.folder, 'scratch') });
        const [, port] = /"metricsPort":(\d+)/.exec(node.output()) ?? [];
        const ready = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
        expect(await ready()).toMatchObject({ status: 'ready' });
        await writeFile(heap, Buffer.alloc(150 * 1024 * 1024));
        const renderId = await stack.render(await stack.account(), smallDocument(2));
        const waitingFor = async () => renderRecord(await stack.row(renderId)).waitingFor;
        await expect.poll(waitingFor).toMatch(/^disk space: .* is full/);
        expect(await ready()).toEqual({ status: 'not ready', failed: ['disk'] });
        expect((await stack.row(renderId)).status).toBe('PROCESSING');
        await rm(heap);
        await stack.reaches(renderId, 'COMPLETED');
        expect(await waitingFor()).toBeNull();
        const failures = await stack.database.client.task.findMany({ where: { renderId, failures: { gt: 0 } } });
        expect(failures).toEqual([]);
      } finally {
        await stack.stopNodes();
        disk.remove();
      }
    });

    it('takes no harm from a node that sleeps through its lease and comes back', {
      tags: 'full',
    }, async () => {
      const zombie = await stack.farm(1, 'zombie');
      // Its child falls asleep first: the range it takes is then surely unfinished when the node falls asleep.
      const children = await freezeChildren(zombie);
      const renderId = await stack.render(await stack.account(), smallDocument(19));
      await expect.poll(async () => (await runningOn('zombie')).length).toBe(1);
      zombie.kill('SIGSTOP');
      const healthy = await stack.farm(1, 'healthy');
      const row = await stack.reaches(renderId, 'COMPLETED');
      const hash = await stack.exportHash(renderId);
      expect((await stack.outcomes(renderId)).some((outcome) => replaced.includes(outcome))).toBe(true);
      for (const pid of [...children, zombie.pid]) process.kill(pid, 'SIGCONT');
      await expect.poll(async () => (await runningOn('zombie')).length).toBe(0);
      expect(await stack.row(renderId)).toMatchObject({
        status: 'COMPLETED',
        doneFrames: row.doneFrames,
        exportKey: row.exportKey,
      });
      expect(await stack.exportHash(renderId)).toBe(hash);
      // It works again: the other one has gone.
      healthy.kill('SIGTERM');
      await healthy.exited;
      await stack.reaches(await renderWithAudio(2), 'COMPLETED');
    });
  });

  describe('with one node', () => {
    let farm: Program;
    beforeAll(async () => {
      farm = await stack.farm(1, 'one');
    });
    afterAll(() => stack.stopNodes());

    it('ends the children of a cancelled render', async () => {
      const accountId = await stack.account();
      // The lease is up to a second old, and between two ranges the child has nothing to end: a range of 4K in VP9
      // takes many seconds.
      const { settings, ...small } = smallDocument(600);
      const large = { ...small, settings: { ...settings, width: 3840, height: 2160 } };
      const renderId = await stack.render(accountId, large, 'webm', 'high');
      await expect
        .poll(async () => (await runningOn('one')).some((job) => job.framesDone > 0), {
          interval: 10,
        })
        .toBe(true);
      const before = childrenOf(farm.pid);
      await stack.client.cancel({ accountId, renderId });
      await expect.poll(() => before.every(isAlive), { interval: 10 }).toBe(false);
      expect((await stack.row(renderId)).status).toBe('CANCELLED');
      await expect.poll(() => runningOn('one')).toEqual([]);
    });

    it('copies an untouched source that already is what is asked for, and encodes it when it is touched', async () => {
      const accountId = await stack.account();
      const audio = await stack.upload(accountId, 'tone.wav', toneWav(2, 440));
      const original = await stack.render(accountId, smallDocument(2, audio), 'mp4', 'high');
      await stack.reaches(original, 'COMPLETED');
      const film = await stack.upload(accountId, 'film.mp4', await stack.exportBytes(original));

      const copy = await stack.render(accountId, smallFilm(film, 2), 'mp4', 'high');
      const copied = await stack.reaches(copy, 'COMPLETED');
      expect(copied).toMatchObject({ totalSegments: 0, totalFrames: 60, doneFrames: 60, durationSec: 2 });
      const tasks = await stack.database.client.task.findMany({ where: { renderId: copy } });
      expect(tasks.map(({ kind, status }) => [kind, status])).toEqual([['stitch', 'DONE']]);
      // A copy of the copy is the copy: nothing was encoded, nothing depends on when or where.
      const bytes = await stack.exportBytes(copy);
      const next = await stack.render(
        accountId,
        smallFilm(await stack.upload(accountId, 'copy.mp4', bytes), 2),
        'mp4',
        'high',
      );
      await stack.reaches(next, 'COMPLETED');
      expect((await stack.exportBytes(next)).equals(bytes)).toBe(true);

      // Other sound: the pictures are still those of the source.
      const softer = await stack.render(accountId, smallFilm(film, 2, { volume: 0.5 }), 'mp4', 'high');
      expect(await stack.reaches(softer, 'COMPLETED')).toMatchObject({ totalSegments: 0 });
      const kinds = await stack.database.client.task.findMany({ where: { renderId: softer } });
      expect(kinds.map(({ kind }) => kind).sort()).toEqual(['audio', 'stitch']);
      expect((await stack.exportBytes(softer)).equals(bytes)).toBe(false);

      const touched = await stack.render(accountId, smallFilm(film, 2, { scale: 0.9 }), 'mp4', 'high');
      expect(await stack.reaches(touched, 'COMPLETED')).toMatchObject({ totalSegments: 2 });
    });

    it('copies what a title leaves untouched of a source, and encodes the rest', async () => {
      const accountId = await stack.account();
      const original = await stack.render(accountId, smallDocument(4), 'mp4', 'high');
      await stack.reaches(original, 'COMPLETED');
      const film = await stack.upload(accountId, 'film.mp4', await stack.exportBytes(original));
      const shown = smallFilm(film, 4);
      const [box] = smallDocument(0.5).clips;
      if (!box) throw new Error('The small document has no clip.');
      const titled = { ...shown, clips: [...shown.clips, { ...box, id: 'title', start: 1.2, trackIndex: 1 }] };
      const smart = await stack.render(accountId, titled, 'mp4', 'high');
      // The second of four groups of a second each is touched.
      expect(await stack.reaches(smart, 'COMPLETED')).toMatchObject({ totalFrames: 120, copiedFrames: 90 });
      const segments = await stack.database.client.renderSegment.findMany({ where: { renderId: smart } });
      expect(segments.map(({ startFrame }) => startFrame).sort((a, b) => a - b)).toEqual([0, 30, 60]);
      // What it made is a source like any other, of the same length.
      const again = await stack.upload(accountId, 'again.mp4', await stack.exportBytes(smart));
      const facts = await stack.database.client.media.findUnique({ where: { id: again } });
      expect(facts?.facts).toMatchObject({ durationSec: 4, packets: { frames: 120 } });
    });

    it.each(['mp4', 'webm', 'gif'] as const)('renders %s and stores it with its content type', async (format) => {
      const renderId = await stack.render(await stack.account(), smallDocument(2), format);
      const { exportKey, fileSizeBytes } = await stack.reaches(renderId, 'COMPLETED');
      const stored = await stack.store.head(exportKey ?? '');
      expect(stored?.contentType).toBe(format === 'gif' ? 'image/gif' : `video/${format}`);
      expect(stored?.sizeBytes).toBe(Number(fileSizeBytes));
    });

    it('fails a render with a faulty source at once, with a reason, and renders on', async () => {
      const accountId = await stack.account();
      const facts = {
        kind: 'audio',
        mimeType: 'audio/wav',
        width: null,
        height: null,
        durationSec: 2,
        fps: null,
        hasAudio: true,
      } as const;
      const { id: forged } = await stack.media(accountId, facts, Buffer.from('RIFF____WAVEthis is no sound'));
      const renderId = await stack.render(accountId, smallDocument(2, forged));
      const row = await stack.reaches(renderId, 'FAILED');
      expect(row.errorMsg).toMatch(/\S+ \S+/);
      const outcomes = await stack.outcomes(renderId);
      expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(1);
      await stack.reaches(await stack.render(accountId, smallDocument(2)), 'COMPLETED');
    });

    it('refuses an upload that is no media, with the reason', async () => {
      const accountId = await stack.account();
      await expect(stack.upload(accountId, 'film.mp4', Buffer.from('#EXTM3U\n/etc/passwd\n'))).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    it('draws frames of a document while renders take all slots', async () => {
      const accountId = await stack.account();
      const renderId = await stack.render(accountId, smallDocument(600));
      await expect.poll(async () => (await runningOn('one')).length).toBe(1);
      const document = smallDocument(10);
      const frame = (atSec: number, inline = false) =>
        stack.client.requestFrame({
          inline,
          accountId,
          document,
          media: {},
          atSec,
          image: 'png',
          scale: 1,
          timeoutMs: 200_000,
        });
      const first = await frame(1);
      const second = await frame(9);
      expect(first).toMatchObject({ width: 160, height: 90, timeSec: 1 });
      expect((await stack.store.head(second.objectKey))?.contentType).toBe('image/png');
      const sent = await frame(9, true);
      expect(sent.data).toEqual(await buffer((await stack.store.get(second.objectKey)).body));
      expect(await stack.store.head(sent.objectKey)).toBeNull();
      await stack.client.cancel({ accountId, renderId });
    });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
