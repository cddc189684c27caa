import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it } from 'vitest';
import { renderRecord } from '../src/index.ts';
import type { JobFailure } from '../src/protocol/index.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const cardFingerprint = 'c'.repeat(64);

async function withCard(card: NonNullable<JobFailure['card']>, onTry: () => void): Promise<string> {
  await stack.startScheduler();
  await stack.startNode({
    pool: 'gpu',
    fingerprint: cardFingerprint,
    slots: 1,
    onFrames: async () => {
      onTry();
      throw nodeError({ kind: 'interrupted', code: 'unavailable', message: 'trouble with the card', card });
    },
  });
  const account = await stack.account();
  return stack.render(account, await stack.project(account, 1));
}

async function waitsForProcessors(renderId: string): Promise<void> {
  const waitingFor = async () => renderRecord(await stack.row(renderId)).waitingFor;
  await expect.poll(waitingFor).toMatch(/^a CPU node: /);
}

describe('a render that a graphics card cannot finish', () => {
  it('goes to processors at once when it does not fit, waits for one, and says so', async () => {
    let tries = 0;
    const id = await withCard('full', () => {
      tries += 1;
    });
    await waitsForProcessors(id);
    expect(tries).toBe(1);
    expect(await stack.row(id)).toMatchObject({ pool: 'gpu', keptOffCard: 'memory', stage: 'waiting' });
    await stack.startNode();
    const row = await stack.reaches(id, 'COMPLETED');
    expect(renderRecord(row)).toMatchObject({
      pool: 'cpu',
      poolReason: expect.stringMatching(/no room for its frames/),
      frames: { done: 30, total: 30 },
    });
    expect(row.errorMsg).toBeNull();
  });

  it('is tried again when its card is lost, and goes to processors with the third loss', async () => {
    let tries = 0;
    const id = await withCard('lost', () => {
      tries += 1;
    });
    await waitsForProcessors(id);
    expect(tries).toBe(3);
    await stack.startNode();
    const row = await stack.reaches(id, 'COMPLETED');
    expect(row).toMatchObject({ pool: 'cpu', cardLosses: 3, doneFrames: 30 });
    expect(row.poolReason).toMatch(/were lost/);
  });
});
