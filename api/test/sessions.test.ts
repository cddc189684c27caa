import { randomBytes, scryptSync } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { forSuite } from '@framemill/testing/for-suite';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../src/account/credentials.ts';
import { consoleRoutes } from '../src/console/routes/index.ts';
import { createSessionGuard, sessionCookie } from '../src/sessions/session-guard.ts';
import { beginSession, findSession } from '../src/sessions/session-store.ts';
import { sharedApi } from './shared-api.ts';
import type { Answer } from './start-api.ts';

const api = forSuite(sharedApi);

const origin = 'http://api.test';
const password = 'correct horse battery';
let serial = 0;
const freshEmail = () => `person-${serial++}@test.example`;

function post(url: string, body?: unknown, headers: Record<string, string> = { origin }): Promise<Answer> {
  return api.send(null, 'POST', url, body, headers);
}

type Labelled = { get(): Promise<{ values: { value: number; labels: object }[] }> };

/** Returns a counter's value for exactly the labels `wanted`; 0 when it has none. */
async function countOf(counter: Labelled, wanted: Record<string, string>): Promise<number> {
  const { values } = await counter.get();
  return values.find(({ labels }) => isDeepStrictEqual({ ...labels }, wanted))?.value ?? 0;
}

function cookieOf(answer: Answer): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}

describe('signing up, in and out', () => {
  it('opens a Hobby account, and its cookie is HttpOnly, SameSite=Lax and of the whole host', async () => {
    const email = freshEmail();
    expect((await post('/api/auth/sign-up', { email: email.toUpperCase(), password, name: 'Ann' })).status).toBe(202);
    const answer = await post('/api/auth/sign-in', { email, password });
    expect(answer.status).toBe(200);
    expect(answer.body.account).toMatchObject({ email, name: 'Ann', plan: 'hobby', role: 'user' });
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^framemill_session=[A-Za-z0-9_-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
    const row = await api.deps.database.client.account.findUniqueOrThrow({ where: { email } });
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const sum = await api.deps.database.client.ledgerEntry.aggregate({
      where: { accountId: row.id },
      _sum: { delta: true },
    });
    expect(sum._sum.delta).toBe(50);
  });

  it('has a Secure cookie with the __Host- prefix on https', () => {
    expect(sessionCookie('https://api.example.org').name).toBe('__Host-framemill_session');
  });

  it('does not tell whether an address has an account, whose password stays', async () => {
    const email = freshEmail();
    const first = await post('/api/auth/sign-up', { email, password });
    const again = await post('/api/auth/sign-up', { email, password: 'another long one' });
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    const reported = (answer: Answer) => Object.keys(answer.headers).sort();
    expect(reported(again)).toEqual(reported(first));
    expect(first.headers['set-cookie']).toBeUndefined();
    expect((await post('/api/auth/sign-in', { email, password: 'another long one' })).status).toBe(401);
    expect((await post('/api/auth/sign-in', { email, password })).status).toBe(200);
  });

  it('refuses a short password and what is no address', async () => {
    const [short, wrong] = await Promise.all([
      post('/api/auth/sign-up', { email: freshEmail(), password: '1234567' }),
      post('/api/auth/sign-up', { email: 'nobody', password }),
    ]);
    for (const answer of [short, wrong]) {
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
    }
    expect([short, wrong].map(({ body }) => body.error.field)).toEqual(['body.password', 'body.email']);
    expect(short.body.error.message).not.toContain('1234567');
  });

  it('makes one account of several sign-ups with one address', async () => {
    const email = freshEmail();
    const answers = await Promise.all([1, 2, 3].map(() => post('/api/auth/sign-up', { email, password })));
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    expect(await api.deps.database.client.account.count({ where: { email } })).toBe(1);
  });

  it('ends a session at sign-out, and only that one', async () => {
    const email = freshEmail();
    await post('/api/auth/sign-up', { email, password });
    const first = cookieOf(await post('/api/auth/sign-in', { email, password }));
    const second = cookieOf(await post('/api/auth/sign-in', { email, password }));
    expect(second).not.toBe(first);
    const out = await post('/api/auth/sign-out', undefined, { origin, cookie: first });
    expect([out.status, out.body]).toEqual([200, { signedOut: true }]);
    expect(String(out.headers['set-cookie'])).toMatch(/^framemill_session=;.*Expires=Thu, 01 Jan 1970/);
    expect(await whoIs(first)).toBe(401);
    expect(await whoIs(second)).toBe(200);
    expect((await post('/api/auth/sign-out')).status).toBe(200);
  });

  it('answers a wrong password and an unknown address alike', async () => {
    const email = freshEmail();
    await post('/api/auth/sign-up', { email, password });
    const wrong = await post('/api/auth/sign-in', { email, password: 'wrong horse' });
    const unknown = await post('/api/auth/sign-in', { email: freshEmail(), password });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('ends a session by a request without a body, whatever type that is said to have', async () => {
    const { cookie } = await api.signIn(await api.account());
    const headers = { origin, cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
    const answer = await post('/api/auth/sign-out', undefined, headers);
    expect([answer.status, answer.body]).toEqual([200, { signedOut: true }]);
  });

  it('takes a password of the older form and stores it in the new one', async () => {
    const account = await api.account();
    const { client } = api.deps.database;
    const salt = randomBytes(16);
    const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 };
    const old = scryptSync(password, salt, 32, cost).toString('base64url');
    const passwordHash = `scrypt$32768$8$1$${salt.toString('base64url')}$${old}`;
    const { email } = await client.account.update({ where: { id: account.accountId }, data: { passwordHash } });
    expect((await post('/api/auth/sign-in', { email, password: 'wrong horse' })).status).toBe(401);
    expect((await post('/api/auth/sign-in', { email, password })).status).toBe(200);
    const { passwordHash: stored } = await client.account.findUniqueOrThrow({ where: { email } });
    expect(stored).toMatch(/^\$argon2id\$/);
    expect((await post('/api/auth/sign-in', { email, password })).status).toBe(200);
  });

  it('stops guesses at one account from one address after ten, also the right one', async () => {
    const email = freshEmail();
    const { signInFailures, rateLimited } = api.deps.metrics;
    const refused = async () => [
      await countOf(signInFailures, { reason: 'unauthorized' }),
      await countOf(rateLimited, { bucket: 'sign_in_pair' }),
    ];
    const [wrongBefore = 0, limitedBefore = 0] = await refused();
    await post('/api/auth/sign-up', { email, password });
    const statuses: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      statuses.push((await post('/api/auth/sign-in', { email, password: `guess number ${index}` })).status);
    }
    // The sign-up was the first try.
    expect(statuses).toEqual([...Array(9).fill(401), 429]);
    const right = await post('/api/auth/sign-in', { email, password });
    expect([right.status, right.body.error.code]).toEqual([429, 'rate_limited']);
    expect(right.body.error.retryAfterSec).toBeGreaterThan(800);
    expect(await refused()).toEqual([wrongBefore + 9, limitedBefore + 2]);
  });

  it('lets no banned account in, and counts that', async () => {
    const account = await api.account();
    const { email } = await api.deps.database.client.account.update({
      where: { id: account.accountId },
      data: { status: 'banned', passwordHash: await hashPassword(password) },
    });
    const { signInFailures } = api.deps.metrics;
    const before = await countOf(signInFailures, { reason: 'access_suspended' });
    const answer = await post('/api/auth/sign-in', { email, password });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'access_suspended']);
    expect(await countOf(signInFailures, { reason: 'access_suspended' })).toBe(before + 1);
  });
});

describe('a session', () => {
  it('is needed, and a bearer key is none', async () => {
    const account = await api.account();
    const session = consoleRoutes.filter((route) => route.access === 'session');
    expect(session.length).toBeGreaterThan(10);
    for (const route of session) {
      const url = route.path.replaceAll(/:\w+/g, 'x');
      const answer = await api.send(account, route.method, url, route.takesBody ? {} : undefined, { origin });
      expect([route.name, answer.status, answer.body.error.code]).toEqual([route.name, 401, 'unauthorized']);
    }
  });

  it('opens no route of the API', async () => {
    const { cookie } = await api.signIn(await api.account());
    const answer = await api.send(null, 'GET', '/v1/me', undefined, { origin, cookie });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
  });

  it.each([
    ['of another site', 'https://evil.example'],
    ['of a sandboxed frame', 'null'],
    ['of the same name on another port', 'http://api.test:1234'],
    ['of the same name by another scheme', 'https://api.test'],
    ['without an Origin', undefined],
  ])('refuses a changing request %s', async (_what, other) => {
    const { cookie } = await api.signIn(await api.account());
    const headers: Record<string, string> = other === undefined ? { cookie } : { cookie, origin: other };
    const answer = await post('/api/auth/sign-out', undefined, { ...headers, host: 'api.test' });
    expect([answer.status, answer.body.error.code]).toEqual([401, 'unauthorized']);
    expect(await whoIs(cookie)).toBe(200);
  });

  it('refuses a host that only the request names', async () => {
    const headers = { origin: 'http://evil.example', host: 'evil.example' };
    expect((await post('/api/auth/sign-out', undefined, headers)).status).toBe(401);
  });

  it('expires', async () => {
    const account = await api.account();
    const { cookie } = await api.signIn(account);
    expect(await whoIs(cookie)).toBe(200);
    const { client } = api.deps.database;
    await client.session.updateMany({ where: { accountId: account.accountId }, data: { expiresAt: new Date() } });
    expect(await whoIs(cookie)).toBe(401);
  });

  it('stays when another one of its account begins at the same moment; the 20 youngest are kept', async () => {
    const { accountId } = await api.account();
    const { client } = api.deps.database;
    let beside = '';
    const interrupted = client.$extends({
      query: {
        session: {
          async findMany({ args, query }) {
            const found = await query(args);
            beside = await beginSession(api.deps.database, accountId);
            return found;
          },
        },
      },
    });
    const token = await beginSession({ client: interrupted as never, close: async () => {} }, accountId);
    expect(await findSession(api.deps.database, token)).not.toBeNull();
    expect(await findSession(api.deps.database, beside)).not.toBeNull();
    for (let index = 0; index < 20; index += 1) await beginSession(api.deps.database, accountId);
    expect(await client.session.count({ where: { accountId } })).toBe(20);
    expect(await findSession(api.deps.database, token)).toBeNull();
  });

  it('is stored as a hash', async () => {
    const account = await api.account();
    const { cookie } = await api.signIn(account);
    const [row] = await api.deps.database.client.session.findMany({ where: { accountId: account.accountId } });
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(cookie.split('=')[1]);
  });

  it('is refused to a suspended account with the restriction, until its end', async () => {
    const account = await api.account();
    const { cookie } = await api.signIn(account);
    const until = new Date(Date.now() + 60_000);
    await restrict(account.accountId, { status: 'suspended', restrictedUntil: until, restrictionReason: 'spam' });
    await expect(gate(cookie)).rejects.toMatchObject({
      code: 'access_suspended',
      details: { restriction: { what: 'suspended', until: until.toISOString(), reason: 'spam' } },
    });
    await restrict(account.accountId, { restrictedUntil: new Date(Date.now() - 1) });
    expect(await whoIs(cookie)).toBe(200);
  });

  it('opens admin pages to admins alone; to others there are none', async () => {
    const account = await api.account();
    const { cookie } = await api.signIn(account);
    await expect(gate(cookie, 'admin')).rejects.toMatchObject({ code: 'not_found' });
    await restrict(account.accountId, { role: 'admin' });
    expect(await gate(cookie, 'admin')).toMatchObject({ accountId: account.accountId, role: 'admin' });
  });

  it.each(['', 'short', 'x'.repeat(44), '%00'.repeat(20)])('is not looked up for the cookie "%s"', async (token) => {
    expect(await whoIs(`framemill_session=${token}`)).toBe(401);
  });
});

function restrict(id: string, data: Parameters<typeof api.deps.database.client.account.update>[0]['data']) {
  return api.deps.database.client.account.update({ where: { id }, data });
}

/** Runs the session guard for a GET request with this cookie. */
function gate(cookie: string, kind: 'session' | 'admin' = 'session') {
  const [name = '', value] = cookie.split('=');
  const sessions = createSessionGuard(api.deps);
  const request = { method: 'GET', headers: {}, cookies: { [name]: value } };
  // biome-ignore lint/suspicious/noExplicitAny: the parts of a request that the gate reads
  return sessions[kind](request as any);
}

async function whoIs(cookie: string): Promise<number> {
  try {
    await gate(cookie);
    return 200;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'unauthorized') return 401;
    throw error;
  }
}
