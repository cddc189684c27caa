import { nodeLease } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, expect, it } from 'vitest';
import type { AdditionalOutput } from '../src/admission/output-requests.ts';
import type { RenderOrder } from '../src/admission/prepare-render.ts';
import { noteNodeSpeeds, readNodeSpeed } from '../src/node-speeds.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const options = { format: 'mp4', quality: 'standard', compression: 'fast', resolution: 'full' } as const;
const order = (accountId: string, projectId: string): RenderOrder => ({ accountId, projectId, ...options });
const rowsOf = async (accountId: string) => ({
  renders: await stack.database.client.render.count({ where: { accountId } }),
  account: await stack.database.client.account.findUniqueOrThrow({ where: { id: accountId } }),
});

it('says what is to be rendered and what is there already, and changes nothing', async () => {
  await stack.startScheduler();
  await stack.startNode({ slots: 2 });
  const account = await stack.account();
  const project = await stack.project(account, 6);
  const before = await rowsOf(account);
  const { quote, applied } = await stack.client.quote(order(account, project));
  expect(applied).toMatchObject({ resolution: 'full', watermark: false });
  expect(quote).toMatchObject({
    ...{ renders: 1, durationSec: 6, frames: { total: 180, toRender: 180 } },
    ...{ segments: { total: 6, toRender: 6, reused: 0 }, pool: 'cpu', slots: 2 },
    allowance: { exports: { needed: 1, used: 0, limit: 1_000 }, concurrentRenders: { used: 0, limit: 5 } },
  });
  expect(await rowsOf(account)).toEqual(before);

  const id = await stack.render(account, project);
  const row = await stack.reaches(id, 'COMPLETED');
  const truth = [row.totalFrames, row.totalSegments];
  expect([quote.frames.total, quote.segments.total]).toEqual(truth);
  const again = (await stack.client.quote(order(account, project))).quote;
  expect(again).toMatchObject({ frames: { total: 180, toRender: 0 }, segments: { total: 6, toRender: 0, reused: 6 } });
  // What is left is beginning and joining, whose time depends on how busy the machine is.
  expect(again.slotSeconds).toBeLessThan(quote.slotSeconds ?? 0);
  expect(again.allowance.exports.used).toBe(1);
});

it('counts every file of a render: those of one coding share their frames, text has none', async () => {
  await stack.startScheduler();
  await stack.startNode({ slots: 2 });
  const account = await stack.account();
  const project = await stack.project(account, 6);
  const one = (await stack.client.quote(order(account, project))).quote;
  const further = (format: 'mp4' | 'webm' | 'gif', more = {}) => ({ ...options, format, ...more });
  const several = async (...outputs: AdditionalOutput[]) =>
    (await stack.client.quote({ ...order(account, project), outputs })).quote;
  const same = await several(further('mp4'), { format: 'srt' });
  expect(same).toMatchObject({ renders: 1, durationSec: 6, frames: { total: 360, toRender: 180 } });
  const webm = await several(further('webm'));
  expect(webm).toMatchObject({ frames: { total: 360, toRender: 360 }, segments: { toRender: 12 } });
  expect(webm.expectedSeconds ?? 0).toBeGreaterThan(1.5 * (one.expectedSeconds ?? 0));
  expect(webm.allowance.exports.needed).toBe(1);
  await expect(several(further('mp4'), { ...options, format: 'mp3' })).rejects.toMatchObject({
    code: 'invalid_request',
  });
});

it('goes by what the nodes measured, and by the project where it was rendered before', async () => {
  await stack.startScheduler();
  await stack.startNode({ slots: 1 });
  const account = await stack.account();
  const first = await stack.project(account, 8);
  await stack.reaches(await stack.render(account, first), 'COMPLETED');
  const { client } = stack.database;
  const { renderMs, costMs } = await client.render.findFirstOrThrow({ where: { projectId: first } });
  // The node says that a segment took 1,002 ms: 1 of fetching, 1 of uploading.
  expect(renderMs).toBeGreaterThanOrEqual(8_000);
  const other = await stack.project(account, 4);
  const { quote } = await stack.client.quote(order(account, other));
  expect(quote.measuredBy).toBe('nodes');
  expect(quote.slotSeconds).toBeGreaterThan(4);
  expect(quote.slotSeconds).toBeLessThan(5.5);
  // Another project of this account took three times as long for what was estimated alike.
  const id = await stack.render(account, other);
  await stack.reaches(id, 'COMPLETED');
  await client.render.update({ where: { id }, data: { renderMs: costMs * 9, costMs } });
  await client.artifact.deleteMany({ where: { accountId: account } });
  const own = (await stack.client.quote(order(account, other))).quote;
  expect(own.measuredBy).toBe('project');
  expect((own.slotSeconds ?? 0) / (quote.slotSeconds ?? 1)).toBeCloseTo((9 * costMs) / renderMs, 0);
});

it('keeps the speeds of kinds of work apart, and goes by all of it for one that is new', async () => {
  const lease = nodeLease({ nodeId: 'node-of-kinds' });
  const took = (quality: string, tookMs: number) => ({
    ...{ renderId: 'r', nodeId: lease.nodeId, pool: 'cpu' as const, format: 'mp4', quality, tookMs, costMs: 100 },
  });
  await noteNodeSpeeds(stack.redis, [took('draft', 100), took('high', 400)]);
  const speedOf = (quality: string) => readNodeSpeed(stack.redis, [lease], 'cpu', { format: 'mp4', quality });
  expect([await speedOf('draft'), await speedOf('high')]).toEqual([1, 4]);
  // The first of two weighs a little less by then.
  expect(await speedOf('standard')).toBeCloseTo(2.5, 1);
});

it('waits behind the own renders and shares with others, and says what the plan refuses', async () => {
  await stack.startScheduler();
  await stack.startNode({ slots: 2, onFrames: () => new Promise(() => undefined) });
  const [account, other] = [await stack.account('hobby'), await stack.account('hobby')];
  const project = await stack.project(account, 6);
  const alone = (await stack.client.quote(order(account, project))).quote;
  expect(alone.waitSeconds).toBe(0);
  const ahead = await stack.render(account, await stack.project(account, 6));
  await stack.render(other, await stack.project(other, 6));
  await stack.reaches(ahead, 'PROCESSING');
  const { quote } = await stack.client.quote(order(account, project));
  expect(quote.waitSeconds).toBeGreaterThan(0);
  expect(quote.expectedSeconds).toBeGreaterThan((alone.expectedSeconds ?? 0) + (quote.waitSeconds ?? 0) - 0.1);
  expect(quote.allowance).toMatchObject({ concurrentRenders: { used: 1, limit: 1 }, refusedBy: 'concurrentRenders' });
});

it('has no time without a node, and refuses what a render would refuse', async () => {
  const account = await stack.account();
  const { quote } = await stack.client.quote(order(account, await stack.project(account, 2)));
  expect(quote).toMatchObject({ expectedSeconds: null, slotSeconds: null, slots: 0, frames: { total: 60 } });
  await expect(stack.client.quote(order(account, 'prj_none'))).rejects.toMatchObject({ code: 'not_found' });
  const empty = await stack.project(account, 2);
  const prepare = () => {
    throw new RangeError('said no');
  };
  await expect(stack.client.quote({ ...order(account, empty), prepare })).rejects.toThrow('said no');
});
