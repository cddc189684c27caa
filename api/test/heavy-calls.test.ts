import type { createMetrics } from '@framemill/infra';
import { defaultPlans } from '@framemill/scheduler';
import { forSuite } from '@framemill/testing/for-suite';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { providersAsData } from '../src/providers/providers-as-data.ts';
import { EXPENSIVE_BUCKET } from '../src/routing/offload.ts';
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from '../src/threads/thread-pool.ts';
import { readThreadUse } from '../src/threads/thread-use.ts';
import { watchOwnThread } from '../src/threads/watch-own-thread.ts';
import { SECRETS_KEY, startApi, type TestAccount, type TestApi } from './start-api.ts';

const script = (source: string) => ({ op: 'runScript', source, timeoutMs: 5_000 });
/** Returns script commands that add `count` clips. Each script can call at most 1,000 commands. */
const clips = (count: number) =>
  Array.from({ length: Math.ceil(count / 1_000) }, (_, n) => {
    const [from, to] = [n * 1_000, Math.min(count, (n + 1) * 1_000)];
    return script(
      `for (let i = ${from}; i < ${to}; i++) commands.addTextClip({ text: 'Clip ' + i, start: i, duration: 1 });`,
    );
  });
/**
 * Commands with ten endless scripts. A script's time limit counts its steps, so a single script ends sooner on a fast
 * machine; ten of them exceed every limit of these tests.
 */
const endless = { commands: Array.from({ length: 10 }, () => script('for (;;) {}')) };

async function newProject(api: TestApi, account: TestAccount, count: number): Promise<string> {
  const { body } = await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands: clips(count) });
  expect(body.project.clipCount).toBe(count);
  return body.project.id;
}

// Threads yield to whatever else the machine does: on a busy one they take seconds to start.
describe('a call on a large project', () => {
  const api = forSuite(startApi);

  it('answers what a small one answers, through a thread', async () => {
    const account = await api.account();
    const id = await newProject(api, account, 400);
    const summary = await api.send(account, 'GET', `/v1/projects/${id}?view=summary`);
    expect(summary.status).toBe(200);
    expect(summary.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-ratelimit-limit': '600',
      'x-frame-options': 'DENY',
    });
    expect(summary.headers['x-request-id']).toMatch(/^req_/);
    const page = await api.send(account, 'GET', `/v1/projects/${id}/preview?format=html`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.bytes.toString()).toContain('Clip 399');
    const list = await api.send(account, 'GET', '/v1/projects?view=clips');
    expect(list.body.projects[0].clips).toHaveLength(400);
    const edited = await api.send(account, 'POST', `/api/v1/projects/${id}/commands`, {
      commands: [{ op: 'setProjectSettings', name: 'Cut' }],
    });
    expect(edited.body).toMatchObject({ ok: true, rev: 2 });
    const wrong = await api.send(account, 'POST', `/v1/projects/${id}/commands`, {
      commands: [],
      junk: 'x'.repeat(70_000),
    });
    expect([wrong.status, wrong.body.error.field]).toEqual([400, 'body.commands']);
    await expect.poll(async () => (await readThreadUse(api.deps.redis, account.accountId)).calls).toBe(6);
  });

  it('or on one that the call itself makes large runs once, in a thread', async () => {
    const account = await api.account();
    const title = { op: 'addTextClip', text: 'Title', start: 0, duration: 300 };
    const created = await api.send(account, 'POST', '/v1/projects', { name: 'Film', commands: [title] });
    const { project, results } = created.body;
    const run = vi.spyOn(api.deps.threads, 'run');
    const sliced = await api.send(account, 'POST', `/v1/projects/${project.id}/commands`, {
      commands: [{ op: 'sliceClip', clipId: results[0].data.clipId, segments: 1_000 }],
    });
    expect(run).toHaveBeenCalledOnce();
    run.mockRestore();
    expect(sliced.body).toMatchObject({ ok: true, rev: 2, timeline: { clipCount: 1_000 } });
  });

  it('that another account sends twenty times at once leaves this one its answers', async () => {
    const [crowd, guest] = [await api.account(), await api.account()];
    const id = await newProject(api, crowd, 2_000);
    const large = await newProject(api, guest, 400);
    const order: string[] = [];
    const held = { seconds: 0 };
    const endWatch = watchOwnThread({
      apiThreadHeldSeconds: {
        observe: (seconds) => {
          held.seconds = Math.max(held.seconds, seconds);
        },
      },
    });
    const flood = Array.from({ length: 20 }, async () => {
      const answer = await api.send(crowd, 'GET', `/v1/projects/${id}/preview?format=html`);
      order.push(answer.status === 200 ? 'page' : 'refused');
      return answer;
    });
    const check = api
      .send(guest, 'POST', `/v1/projects/${large}/validate`, { commands: [{ op: 'setProjectSettings', name: 'Cut' }] })
      .then(({ status }) => {
        order.push('check');
        return status;
      });
    for (let n = 0; n < 20; n += 1) {
      expect((await api.send(guest, 'GET', '/v1/me')).status).toBe(200);
      order.push('me');
    }
    const answers = await Promise.all(flood);
    endWatch();
    // Processor time: other programs of the machine do not count. A page takes 0.25 s, twenty of them held it for 5 s.
    expect(held.seconds).toBeLessThan(0.2);
    const served = answers.filter(({ status }) => status === 200);
    expect(served).toHaveLength(8);
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
      expect(refused.headers['retry-after']).toBe('30');
    }
    // Its large call had its turn after the one page that ran; another may run beside it.
    expect(await check).toBe(200);
    const beforeCheck = order.slice(0, order.indexOf('check'));
    expect(beforeCheck.filter((name) => name === 'page').length).toBeLessThanOrEqual(3);
    // The guest's calls came between; a page of 2,000 clips takes a quarter of a second.
    const early = order.filter((name, at) => /page|refused/.test(name) && order.slice(at).includes('me'));
    expect(early.length).toBeLessThan(16);
  });

  it('counts by its size against a bucket of its account, and what that refuses against no other', async () => {
    const account = await api.account();
    const second = await api.key(account);
    const id = await newProject(api, account, 400);
    const { redis } = api.deps;
    const used = await redis.llen(`fm:rl:${EXPENSIVE_BUCKET.name}:${account.accountId}`);
    const read = (key: TestAccount) => api.send(key, 'GET', `/v1/projects/${id}?view=summary`);
    expect((await read(account)).status).toBe(200);
    expect(await redis.llen(`fm:rl:${EXPENSIVE_BUCKET.name}:${account.accountId}`)).toBe(used + 4);
    const now = (await redis.time()).map(Number);
    const micros = String((now[0] ?? 0) * 1_000_000 + (now[1] ?? 0));
    await redis.rpush(
      `fm:rl:${EXPENSIVE_BUCKET.name}:${account.accountId}`,
      ...Array.from({ length: EXPENSIVE_BUCKET.limit - used - 5 }, () => micros),
    );
    const before = await redis.llen(`fm:rl:api_v1:${second.keyId}`);
    const refused = await read(second);
    expect(refused.status).toBe(429);
    expect(refused.body.error).toMatchObject({ code: 'rate_limited', retryAfterSec: expect.any(Number) });
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': String(EXPENSIVE_BUCKET.limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '60',
    });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await redis.llen(`fm:rl:api_v1:${second.keyId}`)).toBe(before);
    expect((await api.send(second, 'GET', '/v1/me')).status).toBe(200);
  });
});

describe('the threads', () => {
  const api = forSuite(startApi);
  let account: TestAccount;
  let other: TestAccount;
  let url: string;
  let otherUrl: string;
  let pool: ThreadPool | undefined;
  /** Pool options with a single thread. A second thread starts only when the first one is lost. */
  const one = { counts: { short: 0, long: 1 } };
  beforeAll(async () => {
    account = await api.account();
    other = await api.account();
    url = `/v1/projects/${await newProject(api, account, 2)}/validate`;
    otherUrl = `/v1/projects/${await newProject(api, other, 2)}/validate`;
  });
  afterEach(() => pool?.close());

  function settings() {
    const { databaseUrl, redisUrl, objects } = api.services;
    return {
      ...{ databaseUrl, redisUrl, objects, apiHost: 'http://api.test', authUrl: 'http://api.test' },
      ...{ logLevel: 'silent', checkResponses: true, providers: providersAsData(api.deps.providers) },
      ...{ outbound: { ports: 'any' as const, privateHosts: [] }, telegramApi: 'http://telegram.invalid' },
      ...{ plans: defaultPlans.list, appealUrl: api.deps.appealUrl },
      secretsKeys: [SECRETS_KEY],
    };
  }

  function start(options: Omit<ThreadPoolOptions, 'settings'>) {
    const threads = createThreadPool({ settings: settings(), warm: false, ...options });
    pool = threads;
    return (owner: TestAccount, body: object, gone?: AbortSignal) =>
      threads
        .run(
          {
            method: 'POST',
            url: owner === other ? otherUrl : url,
            requestId: 'req_test',
            caller: callerOf(owner),
            headers: {},
            body: Buffer.from(JSON.stringify(body)),
            length: 'long',
          },
          gone,
        )
        .then((answer) => {
          answer.release();
          return { ...answer, body: JSON.parse(Buffer.from(answer.body).toString()) };
        });
  }

  const callerOf = ({ accountId, keyId, appId }: TestAccount) => ({
    accountId,
    plan: defaultPlans.find('studio'),
    credential: { type: 'api_key' as const, keyId, appId, environment: 'live' as const, scopes: [] },
    limiterKey: keyId,
    requestsPerMinute: 600,
  });

  it('are ended when a call takes too long, and the next call has a new one', async () => {
    const run = start({ ...one, limitMs: 500 });
    await expect(run(account, endless)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('more than 500 ms'),
    });
    expect((await run(account, { commands: [script('log(1)')] })).body).toMatchObject({ valid: true });
  });

  it('are ended when a call takes too much memory', async () => {
    const run = start({ ...one, heapMb: 64 });
    await expect(run(account, { commands: clips(9_000) })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('too much memory'),
    });
  });

  it('have room for calls of others when an account sends too many, and refuse what is too much to wait', async () => {
    const run = start({ ...one, places: 4 });
    const held: Promise<unknown>[] = [run(account, endless)];
    await expect(run(account, endless)).rejects.toMatchObject({ code: 'unavailable' });
    held.push(run(other, endless), run(await api.account(), endless), run(await api.account(), endless));
    const outcomes = Promise.allSettled(held);
    await expect(run(await api.account(), endless)).rejects.toMatchObject({ code: 'unavailable' });
    await pool?.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    }
    await expect(run(account, endless)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('never begin a call whose caller left while it waited, and have room for another at once', async () => {
    const { heavyCalls, heavyCallsEnded } = api.deps.metrics as ReturnType<typeof createMetrics>;
    const ended = async (outcome: string) =>
      (await heavyCallsEnded.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
    const run = start({
      ...one,
      places: 8,
      metrics: { ...api.deps.metrics, heavyCalls, heavyCallsEnded } as never,
    });
    const [first, gone, before] = [
      run(account, { commands: [script('1')] }),
      new AbortController(),
      await ended('left'),
    ];
    const left = run(account, endless, gone.signal);
    const refusal = expect(left).rejects.toThrow('nobody listens');
    expect(pool?.hasRoom(account.accountId)).toBe(false);
    gone.abort(new Error('nobody listens'));
    await refusal;
    expect(pool?.hasRoom(account.accountId)).toBe(true);
    expect(await ended('left')).toBe(before + 1);
    await expect(run(account, endless, AbortSignal.abort(new Error('never here')))).rejects.toThrow('never here');
    expect((await first).body).toMatchObject({ valid: true });
    // The one thread is free: what was left would keep it busy for 20 s.
    expect((await run(account, { commands: [script('2')] })).body).toMatchObject({ valid: true });
  });

  it('let no call in while too much of their answers is not yet sent', async () => {
    const threads = createThreadPool({ settings: settings(), warm: false, unsentBytes: 10 });
    pool = threads;
    const task = {
      method: 'POST',
      url,
      requestId: 'req_test',
      caller: callerOf(account),
      headers: {},
      body: Buffer.from(JSON.stringify({ commands: [script('1')] })),
      length: 'short' as const,
    };
    const answer = await threads.run(task);
    await expect(threads.run(task)).rejects.toMatchObject({ code: 'unavailable' });
    answer.release();
    (await threads.run(task)).release();
  });
});
