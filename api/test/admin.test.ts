import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRedis, writeRunningServices } from '@framemill/infra';
import { UsageError } from '@framemill/infra/command-line';
import { requireKnownPlans } from '@framemill/scheduler';
import {
  type NodeLease,
  publishLease,
  readNodeOrder,
  WRITTEN_VERSION,
  withdrawLease,
} from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { FramemillError } from '@framemill/timeline';
import { describe, expect, it, vi } from 'vitest';
import { adminCommands } from '../src/admin/commands/index.ts';
import { runAdmin } from './admin-run.ts';
import { startApi } from './start-api.ts';

const api = forSuite(startApi);

interface Finished {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the admin command line in a separate process. */
function admin(...words: string[]): Promise<Finished> {
  return adminIn({}, ...words);
}

/** Runs the admin command line in a separate process with additional environment variables `own`. */
function adminIn(own: Record<string, string>, ...words: string[]): Promise<Finished> {
  const env = {
    ...process.env,
    DATABASE_URL: api.services.databaseUrl,
    REDIS_URL: api.services.redisUrl,
    DATA_DIR: api.services.folder,
    API_HOST: undefined,
    ...own,
  };
  const main = path.join(import.meta.dirname, '../src/admin/main.ts');
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

const run = (...words: string[]) => runAdmin(api, ...words);

describe('the admin command line', () => {
  it('makes an account with its credits and keys that work', async () => {
    vi.stubEnv('ANNS_PASSWORD', 'long enough');
    const account = await run(
      'account',
      'create',
      '--email',
      'Ann@Example.org',
      '--name',
      'Ann',
      '--plan',
      'studio',
      '--password-from',
      'ANNS_PASSWORD',
      '--keys',
      'none',
    );
    expect(account).toMatchObject({ email: 'ann@example.org', plan: 'studio', credits: 6000 });
    expect(Object.keys(account).filter((name) => /password|Key/.test(name))).toEqual([]);
    const signIn = await api.send(
      null,
      'POST',
      '/api/auth/sign-in',
      { email: 'ann@example.org', password: 'long enough' },
      { origin: api.deps.apiHost },
    );
    expect(signIn.status).toBe(200);
    const minted = await run('key', 'mint', '--account', account.id, '--environment', 'live');
    expect(minted.key).toMatch(/^key_live_[0-9a-f]{48}$/);
    const headers = { authorization: `Bearer ${minted.key}` };
    const { body } = await api.inject({ method: 'GET', url: '/v1/me', headers });
    expect(body.account).toMatchObject({ id: account.id, credits: { remaining: 6000, perMonth: 6000 } });
    expect(body.credential.scopes).toHaveLength(18);
    await run('key', 'revoke', minted.id);
    expect(await run('key', 'list', '--account', account.id)).toMatchObject([
      { id: minted.id, last4: minted.key.slice(-4) },
    ]);
    expect((await run('account', 'list')).map((row: { id: string }) => row.id)).toContain(account.id);
  });

  it('makes an account with a password and a key, and says what to do next', async () => {
    const account = await run('account', 'create', '--email', 'eva@example.org', '--plan', 'studio');
    const credentials = { email: 'eva@example.org', password: account.password };
    const origin = { origin: api.deps.apiHost };
    expect((await api.send(null, 'POST', '/api/auth/sign-in', credentials, origin)).status).toBe(200);
    const headers = { authorization: `Bearer ${account.liveKey}` };
    expect((await api.inject({ method: 'GET', url: '/v1/me', headers })).status).toBe(200);
    expect(account.next).toBe(
      'Copy the password and the key now: they are not shown again. Sign in at http://localhost:8787/studio with ' +
        'the e-mail address and the password. Programs send a key with every call: http://localhost:8787/docs ' +
        'describes the calls.',
    );
    const [entry] = await run('audit', 'list', '--account', account.id, '--action', 'account.create');
    expect(entry).toMatchObject({ actor: expect.stringMatching(/^operator:\w/), detail: { plan: 'studio' } });
  });

  it('records in the audit log what operators do to an account', async () => {
    const { accountId } = await api.account();
    vi.stubEnv('NEXT_PASSWORD', 'a password of eight');
    await run('account', 'plan', accountId, '--plan', 'team');
    await run('account', 'limits', accountId, '--concurrent', '50', '--exports', 'none');
    await run('account', 'rate', accountId, '--to', '77');
    await run('account', 'limits', accountId, '--concurrent', 'plan', '--exports', 'plan');
    await run('account', 'credits', accountId, '--add', '5', '--reason', 'a gift');
    await run('account', 'password', accountId, '--password-from', 'NEXT_PASSWORD');
    await run('account', 'role', accountId, '--role', 'admin');
    await run('account', 'suspend', accountId, '--reason', 'unpaid');
    await run('account', 'ban', accountId, '--reason', 'abuse');
    await run('account', 'lift', accountId);
    const entries = await run('audit', 'list', '--account', accountId);
    expect(
      entries.toReversed().map(({ action, detail }: { action: string; detail: unknown }) => [action, detail]),
    ).toEqual([
      ['account.plan', { before: 'studio', plan: 'team' }],
      ['account.limits', { limits: { concurrentRenders: 50, exportsPerMonth: null } }],
      ['account.limits', { limits: { concurrentRenders: 50, exportsPerMonth: null, requestsPerMinute: 77 } }],
      ['account.limits', { limits: { requestsPerMinute: 77 } }],
      ['account.credits', { credits: 5, reason: 'a gift' }],
      ['account.password', null],
      ['account.role', { role: 'admin' }],
      ['account.suspend', { until: null, reason: 'unpaid' }],
      ['account.ban', { reason: 'abuse' }],
      ['account.resume', null],
    ]);
    await expect(run('audit', 'list', '--action', 'nothing')).rejects.toThrow(
      /--action must be one of account\.create/,
    );
  });

  it('takes no secret as an argument, which everybody on the machine could read', async () => {
    const options = adminCommands.flatMap((command) => Object.keys(command.options));
    expect([...new Set(options.filter((name) => /password|secret|token/.test(name)))]).toEqual(['password-from']);
    const words = ['account', 'create', '--email', 'eve@example.org', '--password-from', 'NOT_THERE'];
    await expect(run(...words)).rejects.toThrow(/the environment variable "NOT_THERE" is missing or empty/);
  });

  it('makes an account together with its first keys', async () => {
    const words = ['--email', 'bob@example.org', '--plan', 'studio', '--keys', 'live, test'];
    const account = await run('account', 'create', ...words);
    for (const [key, environment] of [
      [account.liveKey, 'live'],
      [account.testKey, 'test'],
    ]) {
      const headers = { authorization: `Bearer ${key}` };
      const { body } = await api.inject({ method: 'GET', url: '/v1/me', headers });
      expect(body).toMatchObject({ account: { id: account.id }, credential: { environment } });
    }
  });

  it('says what a plan lacks, and refuses a live key that would open nothing', async () => {
    const words = ['account', 'create', '--email', 'hobbyist@example.org'];
    await expect(run(...words, '--keys', 'live')).rejects.toMatchObject({
      code: 'plan_required',
      message: expect.stringMatching(/Live keys need a plan with API access \(this account is on hobby\)/),
    });
    const account = await run(...words, '--keys', 'test');
    expect(account).toMatchObject({ plan: 'hobby', testKey: expect.stringMatching(/^key_test_/) });
    expect(account.note).toMatch(/^The plan Hobby has limits: videos carry a watermark; no live keys .*"account plan"/);
    const mint = (environment: string) => run('key', 'mint', '--account', account.id, '--environment', environment);
    await expect(mint('live')).rejects.toMatchObject({ code: 'plan_required' });
    await run('account', 'plan', account.id, '--plan', 'studio');
    expect((await mint('live')).key).toMatch(/^key_live_/);
    const own = ['account', 'create', '--email', 'own@example.org', '--plan', 'self-hosted', '--role', 'admin'];
    const full = await run(...own);
    expect(full).not.toHaveProperty('note');
    const roles = await api.deps.database.client.account.findMany({
      where: { id: { in: [account.id, full.id] } },
      select: { id: true, role: true },
    });
    expect(new Map(roles.map(({ id, role }) => [id, role]))).toEqual(
      new Map([
        [account.id, 'user'],
        [full.id, 'admin'],
      ]),
    );
  });

  it('lists the plans as PLANS_FILE takes them, and works by a file of plans', async () => {
    const list = await run('plan', 'list');
    expect(list.map(({ id }: { id: string }) => id)).toEqual([
      ...['hobby', 'creator', 'studio', 'team', 'enterprise', 'self-hosted'],
    ]);
    const file = path.join(api.services.folder, 'plans.json');
    await writeFile(file, JSON.stringify([{ ...list[0], id: 'free', name: 'Free', creditsPerMonth: 7 }]));
    const own = await adminIn({ PLANS_FILE: file }, 'account', 'create', '--email', 'free@example.org', '--json');
    expect(JSON.parse(own.stdout)).toMatchObject({ plan: 'free', credits: 7 });
    // What its calls would all fail with is said at the start.
    await expect(requireKnownPlans(api.deps.database, api.deps.plans)).rejects.toThrow(
      'PLANS_FILE lacks plans of accounts: "free" (1 accounts). Add them, or run "npm run admin -- account plan".',
    );
    await api.deps.database.client.account.deleteMany({ where: { plan: 'free' } });
    await requireKnownPlans(api.deps.database, api.deps.plans);
    // A plan without credits shows none.
    await writeFile(file, JSON.stringify([{ ...list[0], id: 'bare', name: 'Bare', creditsPerMonth: 0 }]));
    const bare = await adminIn({ PLANS_FILE: file }, 'account', 'create', '--email', 'bare@example.org');
    expect([bare.code, bare.stdout]).toEqual([0, expect.stringContaining('plan: bare')]);
    expect(bare.stdout).not.toContain('credits');
    await api.deps.database.client.account.deleteMany({ where: { plan: 'bare' } });
    await writeFile(file, '[{}]');
    const bad = await adminIn({ PLANS_FILE: file }, 'plan', 'list');
    expect([bad.code, bad.stderr]).toEqual([
      1,
      expect.stringContaining(`PLANS_FILE "${file}" is not valid: plan 1: id is missing`),
    ]);
  });

  it('changes a password, and whoever is signed in must sign in again', async () => {
    vi.stubEnv('OLD_PASSWORD', 'the old password');
    vi.stubEnv('NEW_PASSWORD', 'the new password');
    const email = 'forgetful@example.org';
    const account = await run('account', 'create', '--email', email, '--password-from', 'OLD_PASSWORD');
    const signIn = (password: string) =>
      api.send(null, 'POST', '/api/auth/sign-in', { email, password }, { origin: api.deps.apiHost });
    expect((await signIn('the old password')).status).toBe(200);
    expect(await run('account', 'password', email.toUpperCase(), '--password-from', 'NEW_PASSWORD')).toEqual({
      ...{ id: account.id, email, sessionsEnded: 1 },
    });
    expect((await signIn('the old password')).status).toBe(401);
    expect((await signIn('the new password')).status).toBe(200);
    vi.stubEnv('NEW_PASSWORD', 'short');
    const short = run('account', 'password', account.id, '--password-from', 'NEW_PASSWORD');
    await expect(short).rejects.toThrow('at least 8 characters (got 5)');
    const unknown = run('account', 'password', 'acc_none', '--password-from', 'OLD_PASSWORD');
    await expect(unknown).rejects.toThrow('no account acc_none');
  });

  it('mints test keys with chosen scopes', async () => {
    const account = await api.account();
    const words = ['--account', account.accountId, '--environment', 'test', '--scopes', 'projects.read, account.read'];
    const minted = await run('key', 'mint', ...words);
    expect(minted).toMatchObject({ environment: 'test', scopes: ['projects.read', 'account.read'] });
    expect(minted.key).toMatch(/^key_test_/);
  });

  it('lists nodes, and shows and cancels renders', async () => {
    const redis = createRedis(api.services.redisUrl, 'plain');
    const lease: NodeLease = {
      ...{ nodeId: 'node-1', host: 'here', pid: 7, slots: 2, busy: 1, engines: { cpu: 'a'.repeat(64) } },
      ...{ protocolVersion: WRITTEN_VERSION, version: '0.1.0', memoryBytes: 1, codecs: [], draining: false },
      running: [{ jobId: 'c_1_1', framesDone: 3 }],
    };
    await publishLease(redis, lease);
    redis.disconnect();
    expect(await run('node', 'list')).toMatchObject([
      { id: 'node-1', host: 'here', slots: 2, busy: 1, running: 1, engines: { cpu: 'a'.repeat(12) } },
    ]);
    const { accountId } = await api.account({ plan: 'team' });
    const row = {
      id: 'rnd_1',
      accountId,
      projectId: 'prj_1',
      format: 'mp4',
      quality: 'draft',
      resolution: 'full',
      profile: {},
    };
    await api.deps.database.client.render.create({ data: row });
    expect(await run('render', 'list', '--account', accountId)).toMatchObject([{ id: 'rnd_1', status: 'PENDING' }]);
    expect(await run('render', 'show', 'rnd_1')).toMatchObject({ id: 'rnd_1', accountId, tasks: [] });
    expect(await run('render', 'cancel', 'rnd_1')).toMatchObject({ id: 'rnd_1', status: 'CANCELLED' });
    const counted = async () => (await api.deps.metrics.renders.get()).values;
    const labels = { format: 'mp4', plan: 'team', outcome: 'cancelled' };
    await expect.poll(counted).toContainEqual({ value: 1, labels });
  });

  it('drains a node and lets it serve again, and waits until the node has obeyed', async () => {
    const redis = createRedis(api.services.redisUrl, 'plain');
    const lease: NodeLease = {
      ...{ nodeId: 'node-2', host: 'here', pid: 7, slots: 2, busy: 1, engines: { cpu: 'a'.repeat(64) } },
      ...{ protocolVersion: WRITTEN_VERSION, version: '0.1.0', memoryBytes: 1, codecs: [], draining: false },
      running: [{ jobId: 'c_1_1', framesDone: 3 }],
    };
    await publishLease(redis, lease);
    const obey = async (order: string, draining: boolean) => {
      await expect.poll(() => readNodeOrder(redis, 'node-2')).toBe(order);
      await publishLease(redis, { ...lease, draining });
    };
    const [drained] = await Promise.all([run('node', 'drain', 'node-2'), obey('drain', true)]);
    expect(drained).toEqual({ id: 'node-2', order: 'drain', obeyed: true, running: 1 });
    expect(await run('node', 'list')).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: 'node-2', draining: true })]),
    );
    const [resumed] = await Promise.all([run('node', 'resume', 'node-2'), obey('serve', false)]);
    expect(resumed).toMatchObject({ order: 'serve', obeyed: true });
    await withdrawLease(redis, lease);
    redis.disconnect();
  });

  it('retries a cancelled render, shows the queues and moves an account to another plan', async () => {
    const account = await api.account();
    const commands = [{ op: 'addShapeClip', kind: 'circle', start: 0, duration: 1 }];
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'a', commands })).body;
    const render = await api.send(account, 'POST', '/v1/renders', { projectId: project.id });
    const { id } = render.body.render;
    await expect(run('render', 'retry', id)).rejects.toThrow(/is PENDING/);
    await run('render', 'cancel', id);
    const retried = await run('render', 'retry', id);
    expect(retried).toMatchObject({ retryOf: id, status: 'PENDING', projectId: project.id });
    expect(retried.id).not.toBe(id);
    expect(await run('queue', 'status')).toContainEqual({
      ...{ queue: 'preview', waiting: 0, active: 0, done: 0, failed: 0, oldestSec: null },
      ...{ nodes: expect.any(Number), slots: expect.any(Number) },
    });
    expect(await run('account', 'plan', account.accountId, '--plan', 'team')).toMatchObject({
      plan: 'team',
      before: 'studio',
    });
    const row = await api.deps.database.client.account.findUniqueOrThrow({ where: { id: account.accountId } });
    expect(row.plan).toBe('team');
  });

  it('adds credits to those of the plan, and gives an account the rate of its contract', async () => {
    const account = await api.account({ plan: 'enterprise' });
    const me = () => api.send(account, 'GET', '/v1/me');
    expect(await run('account', 'credits', account.accountId, '--add', '250')).toMatchObject({ remaining: 100_250 });
    expect((await me()).body.account.credits).toMatchObject({ remaining: 100_250, perMonth: 100_000 });
    const ledger = { where: { accountId: account.accountId, kind: 'top_up' } };
    expect(await api.deps.database.client.ledgerEntry.findMany(ledger)).toMatchObject([
      { delta: 250, reason: 'top-up' },
    ]);

    const limit = async () => (await me()).headers['x-ratelimit-limit'];
    await run('account', 'rate', account.accountId, '--to', '2000');
    await vi.waitFor(async () => expect(await limit()).toBe('2000'), { timeout: 100_000, interval: 500 });
    expect(await run('account', 'rate', account.accountId, '--to', 'plan')).toMatchObject({ requestsPerMinute: null });
    await vi.waitFor(async () => expect(await limit()).toBe('600'), { timeout: 100_000, interval: 500 });
  });

  it('lists media in quarantine, releases it once, and sweeps what nobody needs', async () => {
    const { accountId } = await api.account();
    const mediaSha256 = 'c'.repeat(64);
    await api.deps.database.client.mediaFault.create({
      data: {
        ...{ accountId, mediaSha256, failures: 2, nodeIds: ['n1', 'n2'], error: 'it crashed', renderId: 'rnd_x' },
        quarantinedAt: new Date(),
      },
    });
    const listed = await run('quarantine', 'list', '--account', accountId);
    expect(listed).toMatchObject([{ mediaSha256, failures: 2, error: 'it crashed', renderId: 'rnd_x' }]);
    await run('quarantine', 'release', mediaSha256, '--account', accountId);
    expect(await run('quarantine', 'list', '--account', accountId)).toEqual([]);
    await expect(run('quarantine', 'release', mediaSha256, '--account', accountId)).rejects.toThrow(/is in quarantine/);
    expect(await run('gc', 'run')).toMatchObject({ objects: { segments: 0 }, rows: { artifacts: 0 } });
  });

  it('finds nothing to migrate in a database of this version', async () => {
    expect(await run('database', 'migrate')).toEqual({ applied: [] });
    expect(await run('database', 'check')).toEqual({ pending: [] });
  });

  it('takes the services of an "npm start" for variables that are empty', async () => {
    const forget = await writeRunningServices(api.services.folder, { DATABASE_URL: api.services.databaseUrl });
    const listed = await adminIn({ DATABASE_URL: '', REDIS_URL: '' }, 'account', 'list', '--json');
    await forget();
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(Array.isArray(JSON.parse(listed.stdout))).toBe(true);
  });

  it('is a process that prints JSON or a table, and problems to stderr with status 1', async () => {
    const [table, json, wrong] = await Promise.all([
      admin('account', 'list'),
      admin('account', 'list', '--json'),
      admin('account', 'create', '--email', 'nonsense'),
    ]);
    expect([table.code, table.stderr]).toEqual([0, '']);
    expect(table.stdout.split('\n')[0]).toMatch(/^id +email +name +plan +status +createdAt/);
    expect(JSON.parse(json.stdout)).toBeInstanceOf(Array);
    expect([wrong.code, wrong.stdout]).toEqual([1, '']);
    expect(wrong.stderr).toMatch(/^--email must be an email address/);
    expect(wrong.stderr).not.toContain('    at ');
  });

  it('says in one sentence which service it cannot use', async () => {
    const DATABASE_URL = 'postgres://user:geheim@localhost:1/db';
    const [list, migrate, nodes] = await Promise.all([
      adminIn({ DATABASE_URL }, 'account', 'list'),
      adminIn({ DATABASE_URL }, 'database', 'migrate'),
      adminIn({ REDIS_URL: 'redis://:geheim@127.0.0.1:1' }, 'node', 'list'),
    ]);
    const away = /^PostgreSQL cannot be used\. Check DATABASE_URL\. Because: .*ECONNREFUSED 127\.0\.0\.1:1\n$/;
    expect(list).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(away) });
    expect(migrate).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(away) });
    expect(nodes.stderr).toMatch(
      /^Redis did not respond .* Check REDIS_URL\. Because: .*ECONNREFUSED 127\.0\.0\.1:1\n$/,
    );
  });

  it.each([
    [['account', 'create'], /--email <address> is missing/],
    [['account', 'create', '--email', 'nonsense'], /--email must be an email address/],
    [['account', 'create', '--email', 'x@y.example', '--keys', 'live,gold'], /--keys must be live or test.*"gold"/],
    [['account', 'create', '--email', 'x@y.example', '--plan', 'gold'], /--plan must be one of hobby.*"gold"/],
    [['key', 'mint', '--account', 'none', '--environment', 'live'], /no account none/],
    [['key', 'mint', '--account', 'none', '--environment', 'prod'], /live or test/],
    [['key', 'mint', '--account', 'none', '--environment', 'live', '--scopes', 'all'], /"all" is not a scope/],
    [['key', 'revoke', 'none'], /no active key none/],
    [['key', 'revoke'], /takes one argument, <keyId>/],
    [['render', 'show', 'none'], /no render none/],
    [['render', 'retry', 'none'], /There is no render "none"/],
    [['node', 'drain', 'none'], /no live node none/],
    [['node', 'resume'], /takes one argument, <nodeId>/],
    [['account', 'plan', 'none', '--plan', 'team'], /no account none/],
    [['account', 'plan', 'none', '--plan', 'gold'], /--plan must be one of hobby.*"gold"/],
    [['render', 'list', '--limit', '0'], /--limit/],
    [['render', 'list', '--status', 'nope'], /--status must be one of PENDING.*"NOPE"/],
    [['render', 'list', '--status', ''], /--status must be one of/],
    [['account', 'credits', 'none', '--add', '10'], /no account none/],
    [['account', 'credits', 'none', '--add', '-5'], /--add/],
    [['account', 'credits', 'none', '--add', '0'], /--add must be a whole number from 1 to 1000000 \(got "0"\)/],
    [['account', 'rate', 'none', '--to', 'plan'], /no account none/],
    [['account', 'rate', 'none', '--to', 'fast'], /--to must be a whole number.*"fast"/],
    [['app', 'list', '--status', 'pending'], /--status must be one of draft, in_review.*"pending"/],
    [['account', 'burn'], /no command "account burn"\. "account" takes create, list, show, /],
    [['acount', 'creat'], /no command "acount creat"\. Did you mean "account create"\? See --help\.$/],
    [['qwerty'], /no command "qwerty"\. See --help\.$/],
    [['node', 'list', '--wrong'], /Unknown option '--wrong'\. Use --json, --help\. See --help\.$/],
    [['account', 'create', '--emal', 'x@y.example'], /Unknown option '--emal'\. Use --email, .* See --help\.$/],
  ])('says what is wrong with %j', async (words, message) => {
    const running = (async () => run(...words))();
    await expect(running).rejects.toThrow(message);
    const error = await running.catch((reason: unknown) => reason);
    if (!(error instanceof FramemillError || error instanceof UsageError)) throw error;
    // Whoever mistyped a word sees what was wrong without scrolling.
    expect(error.message.split('\n').length).toBeLessThanOrEqual(3);
  });
});
