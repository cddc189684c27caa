import { setTimeout } from 'node:timers/promises';
import { forSuite } from '@framemill/testing/for-suite';
import { FramemillError } from '@framemill/timeline';
import { afterEach, expect, it } from 'vitest';
import { stagesInThreads } from '../../src/telegram/stage-in-thread.ts';
import { botServices, startTelegram, type Telegram } from '../../src/telegram/start-telegram.ts';
import { readThreadUse } from '../../src/threads/thread-use.ts';
import { pngBytes } from '../multipart-form.ts';
import { fileOf, openBotWorld } from './bot-world.ts';

const world = forSuite(() => openBotWorld({ providers: {}, isIdle: true }));
let bots: Telegram | undefined;
let user = 9_000;
afterEach(async () => {
  await bots?.close();
  world.telegram.calls.length = 0;
});

/** Starts the bots. `before` is called each time before a processing step of a bot runs on a worker thread. */
function start(before: () => void = () => undefined): void {
  const { deps } = world.api;
  const inThread = stagesInThreads(deps);
  const services = botServices(deps, (row, caller, signal) => {
    before();
    return inThread(row, caller, signal);
  });
  bots = startTelegram({ ...services, lookMs: 20, renderPollMs: 50 });
}

/**
 * Sends a photo of a new person, sets the number of clips of the resulting project, and sends a second photo. Returns
 * the project's id.
 */
async function photoInto(clips: number): Promise<string> {
  user += 1;
  world.telegram.files.set('first', pngBytes(`first ${user}`));
  await world.write(user, { photo: [fileOf('first')] });
  await world.answered();
  const { client } = world.api.deps.database;
  const { projectId } = await client.telegramUser.findFirstOrThrow({ where: { userId: String(user) } });
  const row = await client.project.findUniqueOrThrow({ where: { id: projectId ?? '' } });
  const document = Object(row.document);
  const [first] = document.clips;
  document.clips = Array.from({ length: clips }, (_, n) => ({ ...first, id: `clip_${n}`, start: n * 4 }));
  await client.project.update({ where: { id: row.id }, data: { document, clipCount: clips } });
  world.telegram.files.set('second', pngBytes(`second ${user}`));
  await world.write(user, { photo: [fileOf('second')] });
  return row.id;
}
const clipsOf = async (id: string) =>
  (await world.api.deps.database.client.project.findUniqueOrThrow({ where: { id } })).clipCount;
const threadCalls = async () => (await readThreadUse(world.api.deps.redis, world.owner.accountId)).calls;

it('a large project is worked on by a thread, in the name of its account', {
  tags: 'full',
}, async () => {
  let asked = 0;
  start(() => {
    asked += 1;
  });
  const id = await photoInto(300);
  await world.answered();
  // Its rev is noted first, then the file is placed.
  expect([asked, await clipsOf(id)]).toEqual([2, 301]);
  expect(world.telegram.said().at(-1)).toMatch(/^Added/);
  await expect.poll(threadCalls).toBe(2);
});

it('waits for a thread while none has room, and is not counted as failed', async () => {
  let refusals = 2;
  const before = await threadCalls();
  start(() => {
    if (refusals-- > 0) throw new FramemillError('unavailable', 'full');
  });
  const id = await photoInto(300);
  await expect.poll(() => refusals).toBeLessThan(0);
  await world.answered();
  expect(await clipsOf(id)).toBe(301);
  await expect.poll(threadCalls).toBe(before + 2);
  const { failures } = await world.api.deps.database.client.telegramUpdate.findFirstOrThrow({
    where: { userId: String(user) },
    orderBy: { updateId: 'desc' },
  });
  expect(failures).toBe(0);
});

it('is given up, and the person told, when a thread had to be ended', async () => {
  start(() => {
    throw new FramemillError('invalid_request', 'ran too long');
  });
  const id = await photoInto(300);
  await world.answered();
  expect(await clipsOf(id)).toBe(300);
  expect(world.telegram.said()).toHaveLength(2);
  expect(world.telegram.said().at(-1)).not.toMatch(/^Added/);
});

it('a message that a dead process had taken is answered by another one, once, when its lease is over', async () => {
  user += 1;
  await world.write(user, { text: '/help' });
  const where = { userId: String(user) };
  const { telegramUpdate } = world.api.deps.database.client;
  // As a process leaves it that is killed in the middle.
  await telegramUpdate.updateMany({ where, data: { takes: 1, leaseUntil: new Date(Date.now() + 60_000) } });
  start();
  await setTimeout(500);
  expect(world.telegram.said()).toEqual([]);
  await telegramUpdate.updateMany({ where, data: { leaseUntil: new Date() } });
  await world.answered();
  expect(world.telegram.said()).toHaveLength(1);
  expect(await telegramUpdate.findMany({ where })).toMatchObject([{ status: 'DONE', takes: 2 }]);
});

it('no request from outside reaches the address of stages', async () => {
  for (const url of ['/bots/stage', '/v1/bots/stage', '/v1/../bots/stage', '/api/v1/../../bots/stage']) {
    const answer = await world.api.inject({ method: 'POST', url, headers: { 'x-bot-stage': 'yes' }, payload: {} });
    expect(answer.status, url).toBe(404);
  }
});
