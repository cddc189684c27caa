import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../src/auth/caller.ts';
import { loadMcpSessions } from '../src/mcp/sessions.ts';
import { createToolLists } from '../src/mcp/tool-lists.ts';
import { sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);
const mine = forSuite(() => api.account());

const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });
const post = (account: TestAccount | null, body: unknown, headers: Record<string, string> = {}) =>
  api.send(account, 'POST', '/api/mcp', body, { accept: 'application/json, text/event-stream', ...headers });

describe('the door', () => {
  it('says without a key where to get a token', async () => {
    const answer = await post(null, rpc('tools/list'));
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    const metadata = 'http://api.test/.well-known/oauth-protected-resource/api/mcp';
    const used = new Set(createToolLists().all.flatMap(({ scope }) => scope ?? []));
    const asks = answer.headers['www-authenticate'] ?? '';
    expect(asks).toMatch(new RegExp(`^Bearer resource_metadata="${metadata}", scope="[^"]+"$`));
    expect(new Set(/scope="([^"]+)"/.exec(asks)?.[1]?.split(' '))).toEqual(used);
    const described = await api.inject({ method: 'GET', url: new URL(metadata).pathname });
    expect(described.body).toMatchObject({
      resource: 'http://api.test/api/mcp',
      authorization_servers: ['http://api.test'],
      scopes_supported: /scope="([^"]+)"/.exec(asks)?.[1]?.split(' '),
    });
  });

  it.each(['hobby', 'creator'])(
    'needs Studio for personal and live keys, not for test keys of an app: %s',
    async (plan) => {
      const test = await api.account({ plan, environment: 'test' });
      const live = await api.key(test, { environment: 'live' });
      const personal = await api.key(test, { environment: 'test' });
      await api.deps.database.client.apiKey.update({ where: { id: personal.keyId }, data: { appId: null } });
      expect((await post(test, rpc('tools/list'))).status).toBe(200);
      for (const [key, what] of [
        [live, 'Live keys for MCP need'],
        [personal, 'Personal keys for MCP need'],
      ] as const) {
        const answer = await post(key, rpc('tools/list'));
        expect([answer.status, answer.body.error.code]).toEqual([402, 'plan_required']);
        expect(answer.body.error.message).toContain(what);
        expect(answer.body.error.message).toContain('Sign in with OAuth, or use a test key of an app');
      }
    },
  );

  it('begins a session that is good for its own credential', async () => {
    const capabilities = { elicitation: { form: {}, url: {}, other: { x: 'x'.repeat(1_000) } }, experimental: {} };
    const said = { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'test', version: '1' } };
    const begun = await post(mine, rpc('initialize', said));
    const session = begun.headers['mcp-session-id'] ?? '';
    expect([begun.status, session.length > 100 && session.length <= 400]).toEqual([200, true]);
    const list = (who: TestAccount, id: string) => post(who, rpc('tools/list'), { 'mcp-session-id': id });
    const sessions = await loadMcpSessions(api.deps, -1);
    const { accountId, appId, keyId } = mine;
    const caller = { accountId, credential: { appId, keyId } } as Caller;
    const over = await sessions.open(caller, said);
    const otherKey = await api.key(mine);
    for (const [who, id, status] of [
      [mine, session, 200],
      [otherKey, session, 404],
      [await api.account(), session, 404],
      [mine, over, 404],
      [mine, `${session.slice(0, 60)}x${session.slice(61)}`, 404],
      [mine, 'x', 404],
    ] as const) {
      expect([id, (await list(who, id)).status]).toEqual([id, status]);
    }
    const refused = await list(mine, over);
    expect(refused.body).toMatchObject({ id: null, error: { code: -32_001, message: expect.any(String) } });
    // Who begins anew is not asked for what is over.
    const again = await post(mine, rpc('initialize', said), { 'mcp-session-id': over });
    expect([again.status, again.headers['mcp-session-id']]).toEqual([200, expect.not.stringMatching(over)]);
    expect((await post(mine, rpc('initialize', {}))).headers['mcp-session-id']).toBeUndefined();
  });

  it('takes ten messages in a batch, and no more', async () => {
    const batch = (count: number) =>
      Array.from({ length: count }, (_, id) => rpc('tools/call', { name: 'get_account', arguments: {} }, id));
    const account = await api.account();
    const refused = await post(account, batch(11));
    expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
    const first = await api.send(account, 'GET', '/v1/me');
    const answer = await post(account, batch(10));
    expect(answer.status).toBe(200);
    const after = await api.send(account, 'GET', '/v1/me');
    const left = (from: typeof first) => Number(from.headers['x-ratelimit-remaining']);
    expect(left(first) - left(after)).toBe(11);
  });

  it('refuses pages of other sites', async () => {
    const answer = await post(mine, rpc('tools/list'), { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });

  it('cannot be opened from outside by the name of a call from inside', async () => {
    const answer = await api.inject({ method: 'GET', url: '/v1/me', headers: { 'x-framemill-inner-call': 'guessed' } });
    expect(answer.status).toBe(401);
  });
});
