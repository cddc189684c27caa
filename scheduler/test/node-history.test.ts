import { createRedis } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, expect, it, vi } from 'vitest';
import { addNodeEvents, type NodeEvent, readNodeEvents } from '../src/node-events.ts';
import { holdUp } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

it('a render says that it waits for a node, and the history has the joins and the end of each node', async () => {
  const redis = createRedis(stack.services.redisUrl, 'plain');
  const events = async () => (await readNodeEvents(redis)).map(({ event, nodeId }) => `${event} ${nodeId}`);
  await stack.startScheduler();
  const account = await stack.account();
  const id = await stack.render(account, await stack.project(account, 3));
  const waitingFor = async () => (await stack.row(id)).waitingFor;
  const text = 'a render node: none takes work now. The render continues when one does.';
  await vi.waitFor(async () => expect(await waitingFor()).toBe(text), { timeout: 100_000 });
  const middle = holdUp(() => true);
  const first = await stack.startNode({ nodeId: 'first', onFrames: middle.onFrames });
  await middle.reached;
  await vi.waitFor(async () => expect(await waitingFor()).toBeNull(), { timeout: 100_000 });
  await vi.waitFor(async () => expect(await events()).toEqual(['joined first']), { timeout: 100_000 });
  // Its work is ready again, and no node takes it.
  await first.kill();
  middle.release();
  await vi.waitFor(async () => expect(await waitingFor()).toBe(text), { timeout: 100_000 });
  await vi.waitFor(async () => expect(await events()).toEqual(['lost first', 'joined first']), { timeout: 100_000 });
  const second = await stack.startNode({ nodeId: 'second' });
  await stack.reaches(id, 'COMPLETED');
  expect(await waitingFor()).toBeNull();
  await second.stop();
  await vi.waitFor(async () => expect((await events())[0]).toBe('left second'), { timeout: 100_000 });
  redis.disconnect();
});

it('the history keeps the last 1,000 events', async () => {
  const redis = createRedis(stack.services.redisUrl, 'plain');
  const event = (index: number): NodeEvent => ({
    ...{ at: new Date(index).toISOString(), nodeId: `n${index}`, event: 'joined', instance: '' },
    ...{ host: 'h', version: '1', running: 0 },
  });
  await addNodeEvents(
    redis,
    Array.from({ length: 1_005 }, (_, index) => event(index)),
  );
  const kept = await readNodeEvents(redis);
  expect([kept.length, kept[0]?.nodeId, kept.at(-1)?.nodeId]).toEqual([1_000, 'n1004', 'n5']);
  redis.disconnect();
});
