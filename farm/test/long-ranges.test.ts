// @module-tag full

import { readLeases } from '@framemill/scheduler/protocol';
import { smallDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { toneWav } from '@framemill/testing/wav';
import type { Clip, Document } from '@framemill/timeline';
import { expect, it } from 'vitest';

const stack = forSuite(() => openStack({ scheduler: true }));

/**
 * Number of copies of each clip that are layered on top of each other. With two copies, a segment takes about seven
 * seconds on a fast machine, which is about as long as an account may use a slot while others wait.
 */
const copies = 8;

/**
 * Creates a document whose frames take more than a second each. A segment then takes much longer than an account may
 * use a slot while others wait. It makes progress all the time, so that it never counts as stuck.
 */
function heavyDocument(seconds: number): Document {
  const { settings, clips, ...rest } = smallDocument(seconds);
  const heavy = { id: 'e', type: 'zoom-blur', enabled: true, params: {} } as const;
  const layers = clips.flatMap((clip): Clip[] =>
    Array.from({ length: copies }, (_, copy) => ({
      ...clip,
      id: `${clip.id}-${copy}`,
      scale: 20,
      effects: [heavy, { ...heavy, id: 'f', type: 'glow' }],
    })),
  );
  return { ...rest, settings: { ...settings, width: 1920, height: 1080 }, clips: layers };
}

/**
 * Renders one second of video with audio for another account. Returns the time in ms until a render child starts on it
 * (`waitMs`), and the time from then until the file is complete (`renderMs`).
 */
async function guest(): Promise<{ waitMs: number; renderMs: number }> {
  const account = await stack.account();
  const audio = await stack.upload(account, 'tone.wav', toneWav(1, 440));
  const orderedAt = performance.now();
  const id = await stack.render(account, smallDocument(1, audio));
  const begun = async () => {
    const jobs = await stack.database.client.attempt.findMany({ where: { task: { renderId: id, kind: 'frames' } } });
    const running = (await readLeases(stack.redis)).flatMap((lease) => lease.running.filter(({ waiting }) => !waiting));
    return jobs.some(({ jobId, endedAt }) => endedAt !== null || running.some((job) => job.jobId === jobId));
  };
  await expect.poll(begun, { interval: 50 }).toBe(true);
  const begunAt = performance.now();
  await stack.reaches(id, 'COMPLETED');
  return { waitMs: begunAt - orderedAt, renderMs: performance.now() - begunAt };
}

it('begins and ends the render of another account while one has ranges of minutes on every slot', async () => {
  await stack.farm(2, 'n1');
  const lonely = await guest();
  const attacker = await stack.account();
  const attacks = [await stack.render(attacker, heavyDocument(4)), await stack.render(attacker, heavyDocument(5))];
  const ranges = () =>
    stack.database.client.attempt.findMany({ where: { task: { renderId: { in: attacks } } }, include: { task: true } });
  await expect
    .poll(async () => (await readLeases(stack.redis))[0]?.running.filter(({ framesDone }) => framesDone > 0).length)
    .toBe(2);
  const express = await guest();
  const stoppedEarly = (await ranges()).filter(({ outcome }) => outcome !== 'running');
  expect(stoppedEarly.map(({ outcome, error }) => ({ outcome, error }))).toEqual([]);
  // The express slot is taken, too: the next one waits for a slot.
  const third = await stack.account();
  attacks.push(await stack.render(third, heavyDocument(3)));
  await expect
    .poll(async () => (await readLeases(stack.redis))[0]?.running.filter(({ framesDone }) => framesDone > 0).length)
    .toBe(3);
  const beside = await guest();
  console.info(
    `a render of a second in the express slot: begun after ${Math.round(express.waitMs)} ms, done ` +
      `${Math.round(express.renderMs)} ms later`,
  );
  console.info(
    `a render of a second beside ranges that do not end: begun after ${Math.round(beside.waitMs)} ms, done ` +
      `${Math.round(beside.renderMs)} ms later (alone: ${Math.round(lonely.renderMs)} ms)`,
  );
  const stopped = (await ranges()).filter(({ task, outcome }) => task.stops > 0 && outcome === 'interrupted');
  expect(stopped.map(({ error }) => error)).toContain(
    'The frame range was stopped to free its slot for other accounts.',
  );
  // The render of a second took about 7 s; a segment of the others takes minutes. Nothing of them has ended or failed:
  // whoever orders what takes long gets it, later.
  const others = (await ranges()).filter(({ outcome }) => outcome !== 'running' && outcome !== 'interrupted');
  expect(others.map(({ outcome, error }) => ({ outcome, error }))).toEqual([]);
  const owners = [attacker, attacker, third];
  for (const [n, renderId] of attacks.entries()) {
    await stack.client.cancel({ accountId: owners[n] ?? third, renderId });
  }
}, 300_000);
