import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { type Program, startApiProcess } from '@framemill/testing/program';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { balanceNow } from '../../src/credits/ledger.ts';
import { LEASE_MS as GENERATION_LEASE_MS } from '../../src/generation/generation-job.ts';
import { reapGenerations } from '../../src/generation/start-generations.ts';
import { mp4Bytes, pngBytes } from '../multipart-form.ts';
import { thinking } from '../providers/wire/openai.ts';
import { SECRETS_KEY } from '../start-api.ts';
import { botToken, refusal } from './bot-api-server.ts';
import { fileOf, openBotWorld } from './bot-world.ts';

describe('while the Bot API fails', () => {
  const world = forSuite(() => openBotWorld({ providers: {} }));
  let user = 7_000;
  beforeEach(() => {
    user += 1;
    world.telegram.calls.length = 0;
    world.telegram.onDownload = null;
  });
  const rowsOf = (userId = user) =>
    world.api.deps.database.client.telegramUpdate.findMany({ where: { userId: String(userId) } });

  it.each([
    ['says "too many requests"', refusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 })],
    ['fails', refusal(502, 'Bad Gateway')],
    ['answers with something else', { body: 'pardon?' }],
  ])('a message is answered once, later, when it %s', async (_what, answer) => {
    world.telegram.instead.set('sendMessage', [answer, answer]);
    await world.write(user, { text: '/help' });
    await world.answered();
    expect(world.telegram.said()).toHaveLength(1);
    expect(await rowsOf()).toMatchObject([{ status: 'DONE', message: {}, state: {} }]);
  });

  it('a message to somebody who has left is given up at once, and those of others go on', async () => {
    world.telegram.instead.set('sendMessage', [refusal(403, 'Forbidden: bot was blocked by the user')]);
    await world.write(user, { text: '/help' });
    await world.answered();
    expect(await rowsOf()).toMatchObject([{ status: 'FAILED', error: 'The Bot API answered with status 403.' }]);
    await world.write(user + 100, { text: '/help' });
    await world.answered();
    expect(world.telegram.said()).toHaveLength(1);
  });

  it.each([
    ['fails', () => refusal(500, 'Internal')],
    ['is cut off', () => ({ headers: { 'content-length': '5000', connection: 'close' }, body: Buffer.from('short') })],
    ['is empty', () => ({ body: Buffer.alloc(0) })],
    ['is packed', () => ({ headers: { 'content-encoding': 'gzip' }, body: Buffer.from('x') })],
  ])('a file is fetched again when its download %s', async (_what, fault) => {
    world.telegram.files.set('again', pngBytes(`again ${user}`));
    let tries = 0;
    world.telegram.onDownload = () => {
      tries += 1;
      return tries === 1 ? fault() : null;
    };
    await world.write(user, { photo: [fileOf('again')] });
    await world.answered();
    expect([tries, world.telegram.said()]).toEqual([2, [expect.stringMatching(/^Added/)]]);
  });

  it.each(['private host', 'metadata service', 'other port'])(
    'a file is not fetched from a redirect to a %s',
    async (where) => {
      const inside = await startFileServer((_request, response) => response.end(mp4Bytes('secret')));
      const targets: Record<string, string> = {
        'private host': `http://localhost:${inside.port}/secret.mp4`,
        'metadata service': 'http://169.254.169.254/latest/meta-data/',
        'other port': `${inside.url}/secret.mp4`,
      };
      world.telegram.files.set('redirected', pngBytes(`redirected ${user}`));
      let tries = 0;
      world.telegram.onDownload = () => {
        tries += 1;
        return tries === 1 ? { status: 302, headers: { location: targets[where] ?? '' }, body: '' } : null;
      };
      await world.write(user, { photo: [fileOf('redirected')] });
      await world.answered();
      expect([tries, inside.requests, world.telegram.said()]).toEqual([2, [], [expect.stringMatching(/^Added/)]]);
      await inside.close();
    },
  );

  it('a file without end is too large', async () => {
    await world.api.deps.database.client.account.update({
      where: { id: world.owner.accountId },
      data: { plan: 'team' },
    });
    world.telegram.files.set('endless', pngBytes('endless'));
    world.telegram.onDownload = () => ({
      headers: { 'content-length': String(3_000 * 1_048_576) },
      body: mp4Bytes('announced'),
    });
    await world.write(user, { photo: [fileOf('endless')] });
    await world.answered();
    expect(world.telegram.said()).toEqual(['This file is too large for me.']);
  });
});

describe('a process that dies', () => {
  const world = forSuite(() => openBotWorld({ isIdle: true }));
  const processes: Program[] = [];
  const output = () => processes.map((process) => process.output()).join('\n');
  afterEach(() => {
    thinking.meanwhile = null;
    world.telegram.hold = null;
    world.telegram.onDownload = null;
  });
  afterAll(() => endAll('SIGKILL'));
  const endAll = (signal: NodeJS.Signals) => {
    for (const process of processes) process.kill(signal);
    return Promise.all(processes.map(({ exited }) => exited));
  };

  /** Starts the API in a separate process. */
  async function start(): Promise<Program> {
    const { api, telegram } = world;
    const env = { TELEGRAM_API: telegram.url, LOG_LEVEL: 'trace', API_HOST: api.deps.apiHost, SECRETS_KEY };
    const process = await startApiProcess(api.services, { ...api.vendors.env, ...env });
    processes.push(process);
    return process;
  }

  /** Ids of the users whose messages are in progress when the process is killed, by the interrupted operation. */
  const middles = { 'its download': 8_001, 'its plan': 8_002, 'showing a frame': 8_003, 'sending the film': 8_004 };

  /**
   * Makes each operation in `middles` hang until `end` is called. `reached` returns a promise that resolves when the
   * process waits for the given operation.
   */
  function hangInTheMiddle() {
    const names = Object.keys(middles) as (keyof typeof middles)[];
    const waits = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
    const never = new Promise<never>(() => undefined);
    let isOver = false;
    const hang = (name: keyof typeof middles, isThere: boolean): Promise<never> | null => {
      if (isOver || !isThere) return null;
      waits.get(name)?.resolve();
      return never;
    };
    world.telegram.onDownload = (path) => hang('its download', path.includes(`k${middles['its download']}`));
    thinking.meanwhile = async ({ body }) => hang('its plan', body.includes(`title ${middles['its plan']}`));
    world.telegram.hold = (method, { chat_id: user }) =>
      hang('showing a frame', method === 'sendPhoto' && Number(user) === middles['showing a frame']) ??
      hang('sending the film', method === 'sendVideo' && Number(user) === middles['sending the film']);
    return {
      reached: (name: keyof typeof middles) => waits.get(name)?.promise,
      end() {
        isOver = true;
      },
    };
  }

  it('in the middle of a download, a plan, a frame and a film leaves nothing undone, and nothing done twice', {
    tags: 'full',
  }, async () => {
    const { client } = world.api.deps.database;
    const { accountId } = world.owner;
    const users = Object.values(middles);
    const before = await balanceNow(world.api.deps, accountId);
    const hang = hangInTheMiddle();
    await start();
    const write = (user: number) => {
      world.telegram.files.set(`k${user}`, mp4Bytes(`killed ${user}`));
      return world.write(user, { video: fileOf(`k${user}`), caption: `add a title "title ${user}"` });
    };
    const pending = () => client.render.count({ where: { accountId, status: 'PENDING' } });
    const updates = [await write(middles['sending the film'])];
    await expect.poll(pending).toBe(1);
    void world.finishRender().catch(() => undefined);
    await hang.reached('sending the film');
    for (const middle of ['its download', 'its plan', 'showing a frame'] as const) {
      updates.push(await write(middles[middle]));
      await hang.reached(middle);
    }
    await endAll('SIGKILL');
    hang.end();
    // As if their leases were over.
    await client.telegramUpdate.updateMany({ where: { endedAt: null }, data: { leaseUntil: new Date() } });
    for (const update of updates) await world.update(update);
    await start();
    await world.answered();
    while ((await pending()) > 0) await world.finishRender();
    const rows = () => client.telegramUpdate.findMany({ orderBy: { userId: 'asc' } });
    await expect.poll(rows).toMatchObject(users.map((user) => ({ userId: String(user), status: 'DONE' })));
    for (const [middle, user] of Object.entries(middles)) {
      const methods = world.telegram.calls
        .filter(({ method, fields }) => method.startsWith('send') && fields.chat_id === String(user))
        .map(({ method }) => method);
      expect(methods, middle).toEqual(['sendPhoto', 'sendVideo']);
      const { projectId, usedToday } = await client.telegramUser.findFirstOrThrow({ where: { userId: String(user) } });
      const { document } = await client.project.findUniqueOrThrow({ where: { id: projectId ?? '' } });
      expect(
        Object(document).clips.map(({ type }: { type: string }) => type),
        middle,
      ).toEqual(['video', 'text']);
      const renders = await client.render.count({ where: { projectId: projectId ?? '' } });
      expect([usedToday, renders], middle).toEqual([1, 1]);
    }
    // A charge of the process that died is given back.
    await reapGenerations(world.api.deps.database, new Date(Date.now() + GENERATION_LEASE_MS * 2));
    expect(await balanceNow(world.api.deps, accountId)).toBe(before - 5 * users.length);
  });

  it('shows the token in nothing that it writes, nor does one that lives and meets every fault', async () => {
    // The test before has left one, if it ran.
    if (processes.length < 2) await start();
    const { port } = new URL(world.telegram.url);
    const faults = [
      refusal(500, 'x'),
      { body: Buffer.alloc(0) },
      { status: 302, headers: { location: 'http://10.0.0.1/' }, body: '' },
    ];
    world.telegram.onDownload = () => faults.shift() ?? null;
    world.telegram.instead.set('sendMessage', [refusal(502, 'x'), { body: 'x' }, refusal(403, 'Forbidden')]);
    // Each meets one of them at its first try, which is quicker than all in a row.
    for (const user of [8_005, 8_006, 8_007]) {
      world.telegram.files.set(`leak ${user}`, pngBytes(`leak ${user}`));
      await world.write(user, { photo: [fileOf(`leak ${user}`)] });
    }
    for (const user of [8_008, 8_009, 8_010]) await world.write(user, { text: '/help' });
    await expect.poll(() => output().match(/is tried again/g)?.length).toBeGreaterThanOrEqual(5);
    await expect.poll(output).toContain('is given up');
    await endAll('SIGTERM');
    expect(output()).not.toContain(botToken.slice(12));
    expect(output()).not.toContain(`:${port}/file`);
  });
});
