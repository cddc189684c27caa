import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ApiClient, createApiClient } from '@framemill/testing/api-client';
import { wavFile } from '@framemill/testing/wav';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../../../src/index.ts';
import { startOwnUsers } from './own-users.ts';

describe('processes with a user of their own in Redis, the database and the store', () => {
  let world: Awaited<ReturnType<typeof startOwnUsers>>;
  let api: ApiClient;
  let apiHost: string;
  let key: string;

  beforeAll(async () => {
    world = await startOwnUsers();
    const port = await freePort();
    apiHost = `http://localhost:${port}`;
    await Promise.all([
      world.start('api', { PORT: String(port), API_HOST: apiHost }),
      world.start('scheduler'),
      world.start('node', { NODE_ID: 'own-user' }),
    ]);
    const words = ['account', 'create', '--email', 'a@test.example', '--plan', 'studio', '--keys', 'live', '--json'];
    key = JSON.parse(await world.admin(...words)).liveKey;
    api = createApiClient(apiHost, key);
  });
  afterAll(() => world?.stop());

  it('do all that they do: upload, ingest, preview, render, cancel, sweep, orders to nodes', async () => {
    const file = path.join(world.folder, 'tone.wav');
    writeFileSync(
      file,
      wavFile(2, (sec) => 0.2 * Math.sin(2 * Math.PI * 440 * sec)),
    );
    const media = await api.upload(file);
    await vi.waitFor(
      async () => {
        const { body } = await api.send('GET', `/v1/media/${media.id}`);
        expect(body.media.ingest).toMatchObject({ sound: 'READY', error: null });
      },
      { timeout: 100_000, interval: 100 },
    );
    const commands = [
      { op: 'addTextClip', text: 'Hello', start: 0, duration: 2 },
      { op: 'addClip', type: 'audio', src: media.id, start: 0, duration: 2, mediaDuration: 2, trackIndex: 3 },
    ];
    const { body } = await api.send('POST', '/v1/projects', { name: 'Roles', commands });
    const projectId: string = body.project.id;
    const headers = { authorization: `Bearer ${key}` };
    const frame = await fetch(`${apiHost}/v1/projects/${projectId}/preview?format=image`, { headers });
    expect([frame.status, frame.headers.get('content-type')]).toEqual([200, expect.stringContaining('image/')]);
    for (const format of ['mp4', 'webm', 'gif']) {
      const done = await api.render({ projectId, format, quality: 'draft' }, path.join(world.folder, `out.${format}`));
      expect(done).toMatchObject({ status: 'COMPLETED', progress: 100 });
    }
    // One is measured as well, which ends it.
    const checked = { projectId, format: 'mp4', quality: 'draft', qc: { maxSizeBytes: 50_000_000 } };
    const measured = await api.render(checked, path.join(world.folder, 'checked.mp4'));
    expect(measured).toMatchObject({ status: 'COMPLETED' });
    const other = await api.send('POST', '/v1/renders', { projectId, format: 'mp4', quality: 'high' });
    expect((await api.send('POST', `/v1/renders/${other.body.render.id}/cancel`)).status).toBeLessThan(500);
    await api.finished(other.body.render.id);
    expect(JSON.parse(await world.admin('node', 'list', '--json'))).toMatchObject([{ id: 'own-user' }]);
    await world.admin('queue', 'status', '--json');
    await world.admin('database', 'check', '--json');
    await world.admin('gc', 'run', '--json');
    await world.admin('node', 'drain', 'own-user');
    await world.admin('node', 'resume', 'own-user');
    expect(await world.refusedByRedis()).toEqual([]);
    expect(world.refusedByStore).toEqual([]);
    expect(world.output().filter((line) => /NOPERM|permission denied|AccessDenied/i.test(line))).toEqual([]);
  });

  describe("a node's user", () => {
    let redis: Redis;
    beforeAll(async () => {
      redis = await world.connectAs('node');
    });
    afterAll(() => redis.disconnect());

    it.each([
      'FLUSHALL',
      'FLUSHDB',
      'CONFIG GET requirepass',
      'CONFIG SET appendonly no',
      'ACL LIST',
      'ACL SETUSER node +@all',
      'SHUTDOWN NOSAVE',
      'DEBUG SLEEP 1',
      'MONITOR',
      'CLIENT LIST',
      'CLIENT KILL TYPE normal',
      'SCRIPT FLUSH',
      'FUNCTION FLUSH',
      'MODULE LIST',
      'REPLICAOF evil.example 6379',
      'KEYS *',
      'SCAN 0',
      'RANDOMKEY',
      'SELECT 1',
      'GET fm:rl:api_v1:key',
      'DEL fm:rl:api_v1:key',
      'LPUSH fm:rl:api_v1:key 1',
      'GET fm:render:rnd_1',
      'SET fm:farm-store another',
      'SET fm:cancelled:rnd_1 1',
      'LRANGE {fm}:webhooks:wait 0 9',
      'PUBLISH fm:cancel {}',
      'SUBSCRIBE fm:events',
      "EVAL return(redis.call('GET',KEYS[1])) 1 fm:rl:api_v1:key",
      "EVAL return(redis.call('FLUSHALL')) 0",
      'RENAME {fm}:probe:wait fm:rl:taken',
    ])('may not %s', async (line) => {
      const [command = '', ...words] = line.split(' ');
      await expect(redis.call(command, ...words)).rejects.toThrow(
        /NOPERM|ACL failure|can't run this command|not allowed/,
      );
    });
  });

  it("the scheduler's user reads no limits and no webhooks; the health check's may only ask for life", async () => {
    const scheduler = await world.connectAs('scheduler');
    await expect(scheduler.flushall()).rejects.toThrow(/NOPERM/);
    await expect(scheduler.get('fm:rl:api_v1:key')).rejects.toThrow(/NOPERM/);
    await expect(scheduler.lrange('{fm}:webhooks:wait', 0, 9)).rejects.toThrow(/NOPERM/);
    scheduler.disconnect();
    const health = await world.connectAs('health');
    expect(await health.ping()).toBe('PONG');
    await expect(health.get('fm:nodes')).rejects.toThrow(/NOPERM/);
    health.disconnect();
  });

  it.each([
    ['node', 'put', 'uploads/own.mp4'],
    ['node', 'put', 'renders/own/document.json'],
    ['node', 'put', 'farm/store-id'],
    ['node', 'put', 'previews/acc/hash.json'],
    ['node', 'delete', 'exports/other.mp4'],
    ['node', 'delete', 'uploads/other.mp4'],
    ['scheduler', 'put', 'exports/own.mp4'],
    ['scheduler', 'put', 'segments/acc/key/hash'],
    ['scheduler', 'get', 'exports/other.mp4'],
    ['api', 'put', 'exports/own.mp4'],
    ['api', 'put', 'segments/acc/key/hash'],
  ] as const)('the store lets a %s not %s %s', async (role, operation, key) => {
    const store = await world.storeAs(role);
    const before = world.refusedByStore.length;
    const refused = operation === 'put' ? store.put(key, new Uint8Array([1])) : store[operation](key);
    await expect(refused).rejects.toMatchObject({ code: 'unavailable' });
    // Once: a write that is refused is not sent again.
    expect(world.refusedByStore.slice(before)).toEqual([expect.stringContaining(`framemill-${role} s3:`)]);
    store.close();
  });

  it("the scheduler's database role reads no passwords, keys, sessions or secrets; the API's role cannot lead", async () => {
    const as = async (role: 'api' | 'scheduler', sql: string): Promise<string> => {
      const client = new pg.Client({ connectionString: world.databaseUrls[role] });
      await client.connect();
      const answer = await client.query(sql).then(
        () => 'done',
        (error: Error) => error.message,
      );
      await client.end();
      return answer;
    };
    for (const sql of [
      'SELECT "passwordHash" FROM "Account"',
      `UPDATE "Account" SET role = 'admin'`,
      'SELECT hash FROM "Session"',
      'SELECT * FROM "ApiKey"',
      'SELECT payload FROM "OauthRecord"',
      'SELECT * FROM "SharedSecret"',
      'SELECT * FROM "WebhookEndpoint"',
      'DROP TABLE "Render"',
      'CREATE TABLE mine (id int)',
    ]) {
      expect(await as('scheduler', sql), sql).toMatch(/permission denied|must be owner/);
    }
    expect(await as('scheduler', 'DELETE FROM "Session" WHERE "expiresAt" < now()')).toBe('done');
    for (const sql of ['UPDATE "Leader" SET epoch = epoch + 1', 'DELETE FROM "_prisma_migrations"']) {
      expect(await as('api', sql), sql).toMatch(/permission denied/);
    }
  });

  it('no process has a password among its arguments; the hashes lie in a file that only Redis can read', () => {
    expect(statSync(world.aclFile).mode & 0o777).toBe(0o600);
    const acl = readFileSync(world.aclFile, 'utf8');
    const commands = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(commandOf);
    expect(commands.some((line) => line.includes('redis-server'))).toBe(true);
    for (const password of world.passwords) {
      expect(acl).not.toContain(password);
      expect(commands.filter((line) => line.includes(password))).toEqual([]);
    }
  });
});

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // It has ended.
    return '';
  }
}
