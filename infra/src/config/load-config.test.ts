import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig, requireDatabaseUrl } from './load-config.ts';
import { variables } from './variables.ts';

describe('loadConfig', () => {
  it('needs no variable at all', () => {
    const config = loadConfig({});
    expect(config.http).toEqual({
      host: '127.0.0.1',
      port: 8787,
      apiHost: 'http://localhost:8787',
      authUrl: 'http://localhost:8787',
      trustedProxies: [],
    });
    expect(config.metrics.port).toBe(9464);
    expect(config.dataDir).toBe(path.resolve('.data'));
    expect(config.objects).toEqual({ kind: 'folder', root: path.resolve('.data/objects') });
    expect(config.database.url).toBeNull();
    expect(config.node.slots).toBeNull();
    expect([config.plansFile, config.appealUrl]).toEqual([null, null]);
  });

  it('takes a file of plans and a place to object: a page or an address', () => {
    expect(loadConfig({ PLANS_FILE: 'plans.json' }).plansFile).toBe(path.resolve('plans.json'));
    for (const url of ['https://example.org/appeal?x=1', 'mailto:appeal@example.org']) {
      expect(loadConfig({ APPEAL_URL: url }).appealUrl).toBe(url);
    }
    expect(() => loadConfig({ APPEAL_URL: 'appeal@example.org' })).toThrow('APPEAL_URL must be a URL that starts with');
  });

  it('reads numbers, URLs, memory in MB and times in seconds', () => {
    const config = loadConfig({
      PORT: '9000',
      API_HOST: 'https://video.example/',
      SLOTS: '0',
      CHILD_MEMORY_MB: '512',
      CHILD_STUCK_SEC: '90',
      DATABASE_URL: 'postgresql://a:b@c/d',
    });
    expect(config.http).toMatchObject({
      port: 9000,
      apiHost: 'https://video.example',
      authUrl: 'https://video.example',
    });
    expect(config.node).toMatchObject({ slots: 0, childMemoryBytes: 512 * 1024 * 1024, childStuckMs: 90_000 });
    expect(requireDatabaseUrl(config)).toBe('postgresql://a:b@c/d');
  });

  it('takes an empty variable for an absent one', () => {
    expect(loadConfig({ PORT: '', S3_BUCKET: ' ' })).toEqual(loadConfig({}));
  });

  it('names every bad variable, its value and what it must be', () => {
    expect(() => loadConfig({ PORT: '99999', LOG_LEVEL: 'loud', REDIS_URL: 'localhost:6379', SLOTS: '1.5' })).toThrow(
      'The configuration is wrong: PORT must be a whole number from 0 to 65535 (got "99999"); ' +
        'REDIS_URL must be a URL that starts with redis://, rediss://, redis+sentinel:// or rediss+sentinel:// (got "localhost:6379"); ' +
        'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent (got "loud"); ' +
        'SLOTS must be a whole number from 0 to 256 (got "1.5").',
    );
  });

  it('reads keys of secrets, and shows none that is wrong', () => {
    const [young, old] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    expect(loadConfig({}).secretsKeys).toEqual([]);
    expect(loadConfig({ SECRETS_KEY: `${young}, ${old}` }).secretsKeys).toEqual([young, old]);
    expect(() => loadConfig({ SECRETS_KEY: `${young},too-short` })).toThrow(
      'SECRETS_KEY must be keys of 32 bytes in base64, with commas between (got "***")',
    );
  });

  it('reads lists with commas between', () => {
    const config = loadConfig({
      TRUST_PROXY: 'loopback, 10.0.0.1,fd00::/8,',
      OUTBOUND_PORTS: '80 , 8080',
      OUTBOUND_PRIVATE_HOSTS: 'Files.corp,my_nas,10.0.0.0/8,::1, fd00::/8',
    });
    expect(config.http.trustedProxies).toEqual(['loopback', '10.0.0.1', 'fd00::/8']);
    expect(config.outbound).toEqual({
      ports: [80, 8080],
      privateHosts: ['Files.corp', 'my_nas', '10.0.0.0/8', '::1', 'fd00::/8'],
    });
    expect(loadConfig({ OUTBOUND_PORTS: 'any' }).outbound.ports).toBe('any');
  });

  it.each([
    [
      'TRUST_PROXY',
      ['nonsense', 'proxy.corp', '10.0.0.0/33', '10.0.0.0/0', '10.0.0.1,10.0.0.300', 'true', 'fd00::/129'],
    ],
    ['OUTBOUND_PORTS', ['99999', '0', '80,65536', '80,', '80;443', 'all']],
    ['OUTBOUND_PRIVATE_HOSTS', ['10.0.0.0/99', 'http://intra:80/x', 'intra:80', '10.0.0.300', 'a b', '*.corp', '/8']],
  ])('refuses what is no entry of %s', (name, values) => {
    for (const value of values) {
      const message = new RegExp(`^The configuration is wrong: ${name} must be .*with commas between.* \\(got "`);
      expect(() => loadConfig({ [name]: value }), value).toThrow(message);
      expect(() => loadConfig({ [name]: value }), value).toThrow(`(got "${value}")`);
    }
  });

  it('refuses a pool that nodes cannot join yet', () => {
    expect(() => loadConfig({ NODE_POOL: 'moon' })).toThrow('NODE_POOL must be cpu, gpu or auto (got "moon")');
  });

  it.each([
    ['API_HOST', 'http://a b'],
    ['AUTH_URL', 'https://:80'],
    ['S3_ENDPOINT', 'http://s3:99999'],
    ['DATABASE_URL', 'postgres://db:port/fm'],
    ['DATABASE_URL', 'postgres://a:5432,b:port/fm'],
    ['DATABASE_URL', 'postgres://a,/fm'],
    ['DATABASE_URL', 'postgres://a,b/fm?target_session_attrs=standby'],
    ['DATABASE_DIRECT_URL', 'mysql://a/fm'],
    ['REDIS_URL', 'redis://redis:99999'],
    ['REDIS_URL', 'redis+sentinel://s1,s2:99999/main'],
    ['REDIS_URL', 'redis+sentinel://s1,s2'],
  ])('refuses %s that is no URL behind its scheme: %s', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(`${name} must be a URL that starts with`);
  });

  it.each(['https://video.example/?', 'https://video.example/#top', 'https://user:secret@video.example'])(
    'refuses a public URL that no path can be put behind, or that shows a password: %s',
    (value) => {
      expect(() => loadConfig({ API_HOST: value, AUTH_URL: value })).toThrow(
        /^The configuration is wrong: API_HOST must be .*, without user, query and fragment \(got .*; AUTH_URL must be (?!.*secret)/,
      );
    },
  );

  it('takes times only that a timer can wait for', () => {
    const { node, shutdownTimeoutMs } = loadConfig({
      CHILD_STUCK_SEC: '1000000',
      SHUTDOWN_TIMEOUT_MS: '1000000000',
    });
    const longestTimerMs = 2 ** 31 - 1;
    expect(node.childStuckMs / 10).toBeLessThan(longestTimerMs);
    expect(shutdownTimeoutMs).toBeLessThan(longestTimerMs);
    expect(() => loadConfig({ CHILD_STUCK_SEC: '1000001' })).toThrow('from 10 to 1000000 (got "1000001")');
    expect(() => loadConfig({ SHUTDOWN_TIMEOUT_MS: '1000000001' })).toThrow('from 1 to 1000000000');
  });

  it('shows no password in an error', () => {
    expect(() => loadConfig({ DATABASE_URL: 'mysql://user:geheim@host/db' })).toThrow(
      /^(?!.*geheim).*mysql:\/\/\*\*\*@host\/db/,
    );
  });

  it.each([
    [':geheim@db:5432/fm', '***@db:5432/fm'],
    ['postgres:/user:geheim@db/fm', '***@db/fm'],
    ['user:a//geheim@db//x', '***@db//x'],
    ['mysql://a:geheim@b:geheim@db', 'mysql://***@db'],
    ['user:geheim\n//geheim@db', '***@db'],
  ])('shows no password of a URL that was written wrong: %j', (given, shown) => {
    const read = () => loadConfig({ DATABASE_URL: given, REDIS_URL: given });
    expect(read).toThrow(`or postgresql:// (got "${shown}"); REDIS_URL must be`);
    expect(read).toThrow(`or rediss+sentinel:// (got "${shown}").`);
  });

  it('uses S3 when a bucket is named, and wants both keys or none', () => {
    expect(loadConfig({ S3_BUCKET: 'b' }).objects).toEqual({
      kind: 's3',
      bucket: 'b',
      endpoint: null,
      region: 'us-east-1',
      credentials: null,
    });
    expect(() => loadConfig({ S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'x' })).toThrow('Set both or neither');
  });

  it.each([
    [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET is missing, but S3_ENDPOINT is set. Set S3_BUCKET'],
    [
      { S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'y' },
      'S3_BUCKET is missing, but S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set.',
    ],
  ])('refuses %j without a bucket: objects would silently go to a folder', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
    expect(loadConfig({ ...env, S3_BUCKET: 'b' }).objects.kind).toBe('s3');
  });

  it('says how to get a database when none is configured', () => {
    expect(() => requireDatabaseUrl(loadConfig({}))).toThrow('DATABASE_URL is not set. Set it, or use "npm start"');
  });
});

describe('the table of variables', () => {
  it('has a default that its own schema accepts by name, and a meaning', () => {
    for (const [name, { fallback, meaning }] of Object.entries(variables)) {
      expect(meaning.length, name).toBeGreaterThan(10);
      if (fallback !== null) expect(() => loadConfig({ [name]: String(fallback) }), name).not.toThrow();
    }
  });
});
