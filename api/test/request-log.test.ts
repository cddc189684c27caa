import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createLogger, createRedis, redisReady } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashKey, mintKey } from '../src/auth/caller.ts';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { newId } from '../src/ids.ts';
import { type LoggedRequest, MOST_REQUEST_BYTES } from '../src/request-log/logged-request.ts';
import { createRequestLog, MOST_REQUESTS, readRequestLog } from '../src/request-log/request-log.ts';
import { startApi, type TestAccount } from './start-api.ts';

const api = forSuite(startApi);
const silent = createLogger('test', { level: 'silent' });

type Record = LoggedRequest & { time: string; key: string | null; app: string | null };

/** Returns what the request log of an account answers, and with `status` 200. */
async function logOf(account: TestAccount, query = ''): Promise<{ requests: Record[]; nextCursor: string | null }> {
  const { status, body } = await api.send(account, 'GET', `/v1/requests${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

const storedText = async ({ accountId }: TestAccount) =>
  (await api.deps.redis.lrange(`fm:requests:${accountId}`, 0, -1)).join('\n');

const request = (number: number, fields: Partial<LoggedRequest> = {}): LoggedRequest => ({
  ...{ id: `req_${String(number).padStart(24, '0')}`, atMs: number, method: 'GET', path: '/v1/me', status: 200 },
  ...{ durationMs: 1, keyId: null, appId: null, error: null },
  ...fields,
});

describe('the request log of an account', () => {
  it('has its requests, newest first, with the key, the app and the error of each', async () => {
    const account = await api.account();
    const created = await api.send(account, 'POST', '/v1/projects', { name: 'Film' });
    const refused = await api.send(account, 'GET', '/v1/projects?limit=0');
    await api.send(account, 'GET', '/api/v1/me');
    const { requests, nextCursor } = await logOf(account);
    expect(nextCursor).toBeNull();
    const key = `key_live_…${account.key.slice(-4)}`;
    const own = { keyId: account.keyId, key, appId: account.appId, app: 'Default' };
    expect(requests).toMatchObject([
      { method: 'GET', path: '/api/v1/me', status: 200, error: null, ...own },
      { method: 'GET', path: '/v1/projects?limit=0', status: 400, ...own },
      { method: 'POST', path: '/v1/projects', status: 201, error: null, ...own },
    ]);
    expect(requests[1]?.error).toEqual({ code: 'invalid_request', message: refused.body.error.message });
    expect(requests[2]?.id).toBe(created.headers['x-request-id']);
    expect(Date.parse(requests[2]?.time ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('has calls that were refused before their route, and those of worker threads', async () => {
    const account = await api.account({ scopes: ['account.read'] });
    await api.send(account, 'GET', '/v1/projects');
    await api.send(account, 'GET', '/v1/nothing');
    const writer = await api.key(account);
    const long = await api.send(writer, 'POST', '/v1/projects', { name: 5, padding: 'x'.repeat(20_000) });
    const { requests } = await logOf(account);
    expect(requests.map(({ status, error }) => [status, error?.code])).toEqual([
      [400, 'invalid_request'],
      [404, 'not_found'],
      [403, 'insufficient_scope'],
    ]);
    expect(requests[0]?.error?.message).toBe(long.body.error.message);
  });

  it('has calls that the rate limit refused', async () => {
    const hobby = await api.account({ plan: 'hobby', environment: 'test' });
    for (let call = 0; call < 22; call += 1) await api.send(hobby, 'GET', '/v1/me');
    const { requests } = await logOf(await api.key(hobby, { environment: 'test' }), '?status=429');
    expect(requests.map(({ error }) => error?.code)).toEqual(['rate_limited', 'rate_limited']);
  });

  it('has one line for a call of an assistant, and none for calls of the Studio', async () => {
    const account = await api.account();
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'get_account', arguments: {} } };
    const headers = { accept: 'application/json, text/event-stream' };
    expect((await api.send(account, 'POST', '/api/mcp', call, headers)).status).toBe(200);
    expect((await api.send(null, 'GET', '/api/studio/me', undefined, await api.signIn(account))).status).toBe(200);
    const { requests } = await logOf(account);
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/api/mcp']]);
  });

  it('is for the account alone, with the scope of usage', async () => {
    const [account, other] = [await api.account(), await api.account()];
    await api.send(account, 'GET', '/v1/me');
    expect((await logOf(other)).requests).toEqual([]);
    const reader = await api.key(account, { scopes: ['projects.read'] });
    const { status, body } = await api.send(reader, 'GET', '/v1/requests');
    expect([status, body.error.scope]).toEqual([403, 'account.read']);
    const person = await api.send(null, 'GET', '/api/studio/requests', undefined, await api.signIn(account));
    expect(person.body.requests.map((one: Record) => one.path)).toEqual(['/v1/requests', '/v1/me']);
  });

  it('shows a token of OAuth the requests of its own app', async () => {
    const account = await api.account();
    await api.send(account, 'GET', '/v1/projects');
    const appId = newId('app');
    const { accountId } = await api.account();
    await api.deps.database.client.app.create({
      data: { id: appId, accountId, name: 'Theirs', scopes: ['account.read'] },
    });
    const token = randomBytes(32).toString('base64url');
    await api.deps.database.client.oauthRecord.create({
      data: {
        ...{ kind: 'AccessToken', id: hashKey(token), accountId: account.accountId, clientId: appId },
        payload: { scope: 'account.read', aud: api.deps.apiHost },
        expiresAt: new Date(Date.now() + 600_000),
      },
    });
    const holder = { ...account, key: token };
    await api.send(holder, 'GET', '/v1/me');
    expect((await logOf(holder)).requests.map(({ path }) => path)).toEqual(['/v1/me']);
    expect((await logOf(account)).requests.map(({ path }) => path)).toContain('/v1/projects');
  });

  it('contains no secret of a request, also not in Redis', async () => {
    const account = await api.account();
    const secret = mintKey('live');
    for (const url of [
      `/v1/projects?token=${secret}&X-Amz-Signature=5ec2e7&limit=3`,
      `/v1/projects/${account.key}`,
      `/v1/${secret}?${secret}`,
      `/v1/media?q=${secret}`,
    ])
      await api.send(account, 'GET', url);
    await api.send(account, 'POST', '/v1/media/import', { url: `ftp://ann:5ec2e7@files.example/a?sig=${secret}` });
    await logOf(account);
    const stored = await storedText(account);
    expect(stored.split('\n').length).toBeGreaterThanOrEqual(5);
    for (const part of [secret.slice(-16), account.key.slice(-16), '5ec2e7']) expect(stored).not.toContain(part);
    expect(stored).toContain('/v1/projects?token=…&X-Amz-Signature=…&limit=3');
  });

  it('is filtered by status and text, and read in pages', async () => {
    const account = await api.account();
    for (let number = 0; number < 3; number += 1) await api.send(account, 'GET', `/v1/projects/prj_${number}`);
    await api.send(account, 'GET', '/v1/me');
    const paths = async (query: string) => (await logOf(account, query)).requests.map(({ path }) => path);
    expect(await paths('?status=4xx')).toEqual(['/v1/projects/prj_2', '/v1/projects/prj_1', '/v1/projects/prj_0']);
    expect(await paths('?status=200&q=/V1/ME')).toEqual(['/v1/me']);
    expect(await paths('?q=PRJ_1')).toEqual(['/v1/projects/prj_1']);
    const first = await logOf(account, '?status=404&limit=2');
    const second = await logOf(account, `?status=404&limit=2&cursor=${first.nextCursor}`);
    expect([...first.requests, ...second.requests].map(({ path }) => path)).toEqual(await paths('?status=404'));
    expect([first.requests.length, second.nextCursor]).toEqual([2, null]);
    const displaced = await logOf(account, `?cursor=req_${'f'.repeat(24)}`);
    expect(displaced).toEqual({ requests: [], nextCursor: null });
  });

  it('is erased with the account', async () => {
    const [account, other] = [await api.account(), await api.account()];
    for (const one of [account, other]) await logOf(one);
    for (const one of [account, other]) await logOf(one);
    await eraseAccount({ ...api.deps, refusedMs: 0 }, account.accountId, { cancel: true });
    expect([await storedText(account), await storedText(other)]).toEqual(['', expect.stringContaining('/v1/requests')]);
  });
});

describe('the storage of the request log', () => {
  let accountId: string;
  beforeAll(async () => {
    ({ accountId } = await api.account());
  });

  it(`keeps the newest ${MOST_REQUESTS} requests for a week, also of several processes`, async () => {
    const { redis } = api.deps;
    const [one, two] = [createRequestLog(redis, silent), createRequestLog(redis, silent)];
    for (let number = 0; number < MOST_REQUESTS + 200; number += 1) one.add(accountId, request(number));
    await one.flush();
    two.add(accountId, request(MOST_REQUESTS + 200));
    await two.close();
    one.add(accountId, request(MOST_REQUESTS + 201));
    await one.close();
    expect(await redis.llen(`fm:requests:${accountId}`)).toBe(MOST_REQUESTS);
    expect(await redis.ttl(`fm:requests:${accountId}`)).toBeGreaterThan(6 * 24 * 3_600);
    const times = (await readRequestLog(redis, accountId)).map(({ atMs }) => atMs);
    expect(times).toEqual(Array.from({ length: MOST_REQUESTS }, (_, index) => MOST_REQUESTS + 201 - index));
  });

  it('shortens what would take too many bytes', async () => {
    const { accountId: id } = await api.account();
    const log = createRequestLog(api.deps.redis, silent);
    const texts = ['x', '\u0001', '"', '界', '🎬'].map((letter) => letter.repeat(20_000));
    for (const [index, text] of texts.entries())
      log.add(id, request(index, { path: `/v1/${text}`, error: { code: 'invalid_request', message: text } }));
    await log.close();
    for (const stored of await api.deps.redis.lrange(`fm:requests:${id}`, 0, -1))
      expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(MOST_REQUEST_BYTES);
    const paths = (await readRequestLog(api.deps.redis, id)).map(({ path }) => path);
    expect(paths).toHaveLength(texts.length);
    for (const path of paths) expect(path).toMatch(/^\/v1\/.{10,}…$/u);
  });

  it('loses lines while Redis is away, and nothing else', async () => {
    const redis = createRedis(api.services.redisUrl, 'producer');
    await redisReady(redis);
    const { accountId: id } = await api.account();
    const log = createRequestLog(redis, silent);
    log.add(id, request(1));
    const ended = once(redis, 'end');
    redis.disconnect();
    await expect(log.flush()).rejects.toThrow();
    await ended;
    await redis.connect();
    log.add(id, request(2));
    await log.close();
    expect((await readRequestLog(redis, id)).map(({ atMs }) => atMs)).toEqual([2]);
    redis.disconnect();
  });

  it('takes no more than half of the memory of Redis', async () => {
    const { redis } = api.deps;
    const used = Number(/^used_memory:(\d+)/m.exec(await redis.info('memory'))?.[1]);
    const { accountId: id } = await api.account();
    let now = 0;
    const log = createRequestLog(redis, silent, () => now);
    await redis.config('SET', 'maxmemory', String(Math.round(used * 1.5)));
    log.add(id, request(1));
    await expect(log.flush()).rejects.toThrow('half of its memory');
    await redis.config('SET', 'maxmemory', '0');
    now = 60_000;
    log.add(id, request(2));
    await log.close();
    expect((await readRequestLog(redis, id)).map(({ atMs }) => atMs)).toEqual([2]);
  });

  it('ignores requests in a form that this version does not know', async () => {
    await api.deps.redis.lpush('fm:requests:acc_other', '[0,"req_1"]');
    expect(await readRequestLog(api.deps.redis, 'acc_other')).toEqual([]);
  });
});
