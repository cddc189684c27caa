import { randomBytes } from 'node:crypto';
import { createDatabase, createRedis, type Database, type Redis } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { type ApiProcess, startApiProcess } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeApp } from '../src/admin/commands/app.ts';
import { hashKey } from '../src/auth/caller.ts';
import { issueKey } from '../src/auth/issue-key.ts';
import type { Scope } from '../src/auth/scopes.ts';
import { newId } from '../src/ids.ts';
import { banAccount, suspendAccount } from '../src/operators/restrict-account.ts';

const apiHost = 'http://api.test';
const services = forSuite(testServices);
let database: Database;
let redis: Redis;
let processes: ApiProcess[];
beforeAll(async () => {
  database = createDatabase(services.databaseUrl);
  redis = createRedis(services.redisUrl, 'plain');
  processes = await Promise.all([1, 2].map(() => startApiProcess(services, { API_HOST: apiHost })));
});
afterAll(async () => {
  for (const api of processes) api.kill('SIGTERM');
  await Promise.all(processes.map((api) => api.exited));
  redis.disconnect();
  await database.close();
});

interface Holder {
  accountId: string;
  appId: string;
  keyId: string;
  credential: string;
}

async function newKey(scopes: Scope[] = ['account.read']): Promise<Holder> {
  const accountId = newId('acc');
  const appId = newId('app');
  const apps = { create: { id: appId, name: 'App', scopes } };
  await database.client.account.create({
    data: { id: accountId, email: `${accountId}@test.example`, name: 'A', plan: 'enterprise', apps },
  });
  const { id, key } = await issueKey(database, { accountId, appId, environment: 'live', scopes });
  return { accountId, appId, keyId: id, credential: key };
}

/** Creates an account with an access token valid for ten minutes, used instead of its API key. */
async function newToken(): Promise<Holder> {
  const holder = await newKey();
  const credential = randomBytes(32).toString('base64url');
  const { accountId, appId } = holder;
  await database.client.oauthRecord.create({
    data: {
      ...{ kind: 'AccessToken', id: hashKey(credential), accountId, clientId: appId },
      payload: { scope: 'account.read', aud: apiHost },
      expiresAt: new Date(Date.now() + 600_000),
    },
  });
  return { ...holder, credential };
}

async function ask({ address }: ApiProcess, { credential }: Holder): Promise<string> {
  const answer = await fetch(`${address}/v1/me`, { headers: { authorization: `Bearer ${credential}` } });
  const body: { error?: { code: string } } = JSON.parse(await answer.text());
  return body.error?.code ?? 'ok';
}

const askBoth = (holder: Holder) => Promise.all(processes.map((process) => ask(process, holder)));

it('two processes that know a credential well refuse it 5 s after its end', async () => {
  const cases = [
    ['a revoked key', await newKey(), 'unauthorized'],
    ['an expired token', await newToken(), 'unauthorized'],
    ['a token whose grant was cut off', await newToken(), 'unauthorized'],
    ['the key of a suspended account', await newKey(), 'access_suspended'],
    ['the token of a suspended account', await newToken(), 'access_suspended'],
    ['the key of a suspended app', await newKey(), 'app_suspended'],
    ['the key of a banned account', await newKey(), 'unauthorized'],
    ['a key that goes on', await newKey(), 'ok'],
  ] as const;
  const [revoked, expired, cutOff, suspended, suspendedToken, app, banned] = cases.map(([, holder]) => holder);
  for (const [name, holder] of cases) expect([name, ...(await askBoth(holder))]).toEqual([name, 'ok', 'ok']);

  await database.client.apiKey.update({ where: { id: revoked?.keyId }, data: { revokedAt: new Date() } });
  await database.client.oauthRecord.updateMany({
    where: { accountId: expired?.accountId },
    data: { expiresAt: new Date() },
  });
  await database.client.oauthRecord.deleteMany({ where: { accountId: cutOff?.accountId } });
  const operated = (one?: { accountId: string }) => ({ id: one?.accountId ?? '', actor: 'operator:test' });
  for (const one of [suspended, suspendedToken]) {
    await suspendAccount(database, operated(one), { until: null, reason: null });
  }
  await changeApp(database, app?.appId ?? '', { status: 'suspended' });
  await banAccount(database, operated(banned), null);
  const end = Date.now() + 5_000;

  // Asked all the time, so that what each process remembers is as fresh as it can be.
  while (Date.now() < end) for (const [, holder] of cases) await askBoth(holder);
  for (const [name, holder, code] of cases) expect([name, ...(await askBoth(holder))]).toEqual([name, code, code]);
});

/**
 * Function that answers an MCP elicitation (a form that the server shows to the user), for both versions of the client
 * library.
 */
type Ask = (message: string) => Promise<{ action: 'accept' | 'decline'; content?: { confirm: boolean } }>;
type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

async function connectV2(holder: Holder, fetch: Fetch, ask: Ask) {
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  client.setRequestHandler('elicitation/create', ({ params }) => ask(params.message));
  const requestInit = { headers: { authorization: `Bearer ${holder.credential}` } };
  const transport = new StreamableHTTPClientTransport(mcpUrl(), { requestInit, fetch });
  await client.connect(transport);
  return { client, session: transport.sessionId ?? '' };
}

async function connectV1(holder: Holder, fetch: Fetch, ask: Ask) {
  const client = new ClientV1({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => ask(params.message));
  const requestInit = { headers: { authorization: `Bearer ${holder.credential}` } };
  const transport = new TransportV1(mcpUrl(), { requestInit, fetch });
  await client.connect(transport as never);
  return { client, session: transport.sessionId ?? '' };
}

const mcpUrl = (at = 0) => new URL(`${processes[at]?.address}/api/mcp`);

/**
 * Returns a `fetch` that sends a client's answers to the second process, and all other messages to the first.
 * `reported` receives each answer.
 */
function throughBoth(
  reported: (answer: { id: string; result: object }, at: URL) => Promise<void> | void = () => {},
): Fetch {
  return async (url, init) => {
    const message = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    if (message.result === undefined) return fetch(url, init);
    await reported(message, mcpUrl(1));
    return fetch(mcpUrl(1), { ...init, body: JSON.stringify(message) });
  };
}

/**
 * Creates an account with a media file whose transcription costs 100 credits. The file has no audio, so an approved
 * call fails with an error that says so.
 */
async function newSpeaker(): Promise<Holder & { spend: { name: string; arguments: { mediaId: string } } }> {
  const holder = await newKey(['account.read', 'media.read', 'media.write', 'ai.transcribe']);
  const mediaId = newId('med');
  await database.client.media.create({
    data: {
      ...{ id: mediaId, accountId: holder.accountId, name: 'talk.mp4', status: 'READY', kind: 'video' },
      ...{ mimeType: 'video/mp4', sizeBytes: 1, durationSec: 1_000, sha256: mediaId, objectKey: `uploads/${mediaId}` },
    },
  });
  return { ...holder, spend: { name: 'transcribe_media', arguments: { mediaId } } };
}

/** Calls a tool; aborting `signal` ends the call. */
function callWith(client: Client | ClientV1, call: { name: string; arguments: object }, signal: AbortSignal) {
  const given = { ...call, arguments: { ...call.arguments } };
  return client instanceof Client ? client.callTool(given, { signal }) : client.callTool(given, undefined, { signal });
}

const mailboxes = () => redis.pubsub('CHANNELS', 'fm:mcp:mailbox:*');
/** Returns the error message of a failed tool call. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
const messageOf = (answer: any): string => answer.structuredContent?.error.message ?? answer.content[0].text;

const messageIn = (body: unknown) => (body as { error: { message: string } }).error.message;

/** Sends one MCP message of a client directly, without a client library. */
function post(at: URL, { credential }: Holder, session: string, message: object): Promise<Response> {
  const headers = {
    ...{ authorization: `Bearer ${credential}`, 'mcp-session-id': session },
    ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  };
  return fetch(at, { method: 'POST', headers, body: JSON.stringify(message) });
}

describe.each([
  ['the present client', connectV2],
  ['the client of the years before', connectV1],
] as const)('a question of one process, answered through another: %s', (_name, connect) => {
  it('reaches the call that waits', async () => {
    const speaker = await newSpeaker();
    const questions: string[] = [];
    const replies: Awaited<ReturnType<Ask>>[] = [
      { action: 'accept', content: { confirm: true } },
      { action: 'accept', content: { confirm: false } },
      { action: 'decline' },
    ];
    const ids: string[] = [];
    const both = throughBoth((answer) => {
      ids.push(answer.id);
      // A long answer is read by a thread.
      Object.assign(answer.result, { _meta: { note: 'x'.repeat(9_000) } });
    });
    const { client } = await connect(speaker, both, async (message) => {
      questions.push(message);
      return replies.shift() ?? { action: 'decline' };
    });
    expect(messageOf(await client.callTool(speaker.spend))).toContain('has no audio to transcribe');
    expect(messageOf(await client.callTool(speaker.spend))).toBe('The person did not agree. Nothing was done.');
    expect(messageOf(await client.callTool(speaker.spend))).toBe('The person did not agree. Nothing was done.');
    expect(questions).toEqual(Array(3).fill(expect.stringContaining('This costs 100 credits')));
    expect(new Set(ids).size).toBe(3);
    expect(Math.min(...ids.map((id) => id.length))).toBe(24);
    await expect.poll(mailboxes).toEqual([]);
    await client.close();
  });

  it('takes the answer of its own session only, and once', async () => {
    const [speaker, stranger] = await Promise.all([newSpeaker(), newSpeaker()]);
    const other = await connect(stranger, fetch, async () => ({ action: 'decline' }));
    const sibling = await connect(speaker, fetch, async () => ({ action: 'decline' }));
    const statuses: number[] = [];
    let mine = '';
    let last = { id: '' };
    const both = throughBoth(async (answer, at) => {
      last = answer;
      const forged = { ...answer, result: { action: 'accept', content: { confirm: true } } };
      for (const [holder, session] of [
        [stranger, mine],
        [stranger, other.session],
        [speaker, sibling.session],
        [speaker, `${mine.slice(0, -4)}AAAA`],
      ] as const) {
        statuses.push((await post(at, holder, session, forged)).status);
      }
    });
    const { client, session } = await connect(speaker, both, async () => ({ action: 'decline' }));
    mine = session;
    expect(messageOf(await client.callTool(speaker.spend))).toBe('The person did not agree. Nothing was done.');
    expect(statuses).toEqual([404, 400, 400, 404]);
    const late = await post(mcpUrl(1), speaker, mine, { ...last, result: { action: 'accept' } });
    expect([late.status, messageIn(await late.json())]).toEqual([400, expect.stringContaining('No call is waiting')]);
    for (const one of [client, other.client, sibling.client]) await one.close();
  });

  it('waits no longer when the client is gone, or gives the call up', async () => {
    const speaker = await newSpeaker();
    for (const leave of ['close', 'abort'] as const) {
      const asked = Promise.withResolvers<void>();
      const { client } = await connect(speaker, throughBoth(), () => {
        asked.resolve();
        return new Promise(() => undefined);
      });
      const giveUp = new AbortController();
      const call = callWith(client, speaker.spend, giveUp.signal);
      const ended = expect(call).rejects.toThrow();
      await asked.promise;
      expect((await mailboxes()).length).toBeGreaterThan(0);
      if (leave === 'close') await client.close();
      else giveUp.abort();
      await ended;
      await expect.poll(mailboxes).toEqual([]);
      await client.close();
    }
  });
});

it('eight questions of an account wait in a process, and no more', async () => {
  const speaker = await newSpeaker();
  const answers = Promise.withResolvers<Awaited<ReturnType<Ask>>>();
  let asked = 0;
  const { client } = await connectV2(speaker, throughBoth(), () => {
    asked += 1;
    return answers.promise;
  });
  const calls = Array.from({ length: 8 }, () => client.callTool(speaker.spend));
  await expect.poll(() => asked).toBe(8);
  expect(messageOf(await client.callTool(speaker.spend))).toContain('already has 8 unanswered questions');
  // Who is not asked is not held up.
  const account = await client.callTool({ name: 'get_account', arguments: {} });
  expect(account.isError).toBeUndefined();
  answers.resolve({ action: 'decline' });
  for (const answer of await Promise.all(calls)) expect(messageOf(answer)).toContain('did not agree');
  await client.close();
});
