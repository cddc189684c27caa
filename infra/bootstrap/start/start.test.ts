import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../src/index.ts';
import { mergeMetrics } from './service-process.ts';
import { checkPortFree, freePortsFrom, parseStartOptions } from './settings.ts';
import { summary } from './summary.ts';

const start = path.resolve(import.meta.dirname, '../start.ts');

describe('the options of npm start', () => {
  it('render the sample and stay up unless told otherwise', () => {
    expect(parseStartOptions([])).toEqual({ once: false, sample: true, open: false, json: false });
    expect(parseStartOptions(['--once'])).toMatchObject({ once: true });
    expect(parseStartOptions(['--no-sample'])).toMatchObject({ sample: false });
  });

  it('refuse what they do not know, and what contradicts itself', () => {
    expect(() => parseStartOptions(['--twice'])).toThrow(/^Unknown option '--twice'\. Use .*--once.* See --help\.$/);
    expect(() => parseStartOptions(['--once', '--no-sample'])).toThrow('cannot be combined');
  });

  it('are explained by --help', () => {
    const { stdout, status } = spawnSync(process.execPath, [start, '--help'], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(stdout).toContain('--no-sample');
  });
});

describe('the last lines of npm start', () => {
  const demo = {
    ...{ baseUrl: 'http://localhost:8787/v1', apiHost: 'http://localhost:8787', authUrl: 'http://localhost:8787' },
    ...{ metricsUrl: 'http://localhost:9464/metrics', email: 'demo@framemill.local', password: 'secret' },
    ...{ liveKey: 'key_live_1', testKey: 'key_test_1' },
  };

  it('hold the Studio, docs, login, keys and the film together, the Studio first', () => {
    const lines = summary({ demo, dataDir: '/data', slots: 2, film: '/data/sample/film.mp4' }).trim().split('\n');
    expect(lines.map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['studio', 'http://localhost:8787/studio'],
      ['docs', 'http://localhost:8787/docs'],
      ['e-mail', 'demo@framemill.local'],
      ['password', 'secret'],
      ['live key', 'key_live_1'],
      ['test key', 'key_test_1'],
      ['metrics', 'http://localhost:9464/metrics'],
      ['film', '/data/sample/film.mp4'],
      ['kept in', '/data/demo.json (login and keys), /data/logs'],
    ]);
  });

  it('name no film that was not rendered, and say when no node runs', () => {
    const text = summary({ demo, dataDir: '/data', slots: 0, film: null });
    expect(text).not.toContain('film ');
    expect(text).toContain('join one with "npm run node"');
  });
});

describe('ports', () => {
  it('that are taken are named with the variable to set', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(address !== null && typeof address === 'object' ? address.port : 0);
      });
    });
    await expect(checkPortFree('127.0.0.1', port, 'PORT')).rejects.toThrow(
      `Port ${port} is taken. Stop the program that uses it, or set PORT`,
    );
    expect(await freePortsFrom('127.0.0.1', port, 2)).not.toContain(port);
    const [first = 0, second] = await freePortsFrom('127.0.0.1', port, 2);
    expect(await freePortsFrom('127.0.0.1', port, 1, first)).toEqual([second]);

    const dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
    const { stdout, stderr, status } = spawnSync(process.execPath, [start, '--no-sample'], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), SLOT: '4' },
    });
    await rm(dataDir, { recursive: true });
    server.close();
    expect(status).toBe(1);
    // What would otherwise have no effect without a word.
    expect(stdout).toContain('Warning: unknown environment variable SLOT (did you mean SLOTS?): it has no effect');
    expect(stderr).toContain(`Port ${port} is taken.`);
    expect(stderr).not.toContain('    at ');
  });

  it('that are not for this user are told from those that are taken', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function (this: Server) {
      queueMicrotask(() => this.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
      return this;
    });
    await expect(checkPortFree('127.0.0.1', 80, 'PORT')).rejects.toThrow(
      'This user may not listen on port 80. Allow it, or set PORT to another one: PORT=1080 npm start',
    );
    listen.mockRestore();
  });
});

describe('npm start with a configuration that cannot be', () => {
  it.each([
    [
      { HOST: 'no.such.host.invalid' },
      'The server cannot listen on "no.such.host.invalid". Set HOST to an address of this machine. Because: ',
    ],
    [{ PORT: '18080', METRICS_PORT: '18080' }, 'PORT and METRICS_PORT are both 18080.'],
    [{ DATA_DIR: '/proc/nope' }, 'The folder "/proc/nope" cannot be created. Set DATA_DIR'],
    [{ DATA_DIR: import.meta.filename }, `The folder "${import.meta.filename}" cannot be created. Set DATA_DIR`],
  ])('says so before it starts anything: %j', async (env, message) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'start-'));
    const { stdout, stderr, status } = spawnSync(process.execPath, [start, '--no-sample'], {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dataDir, ...env },
      ...{ timeout: 100_000, killSignal: 'SIGKILL' },
    });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr.trim()).toMatch(/^[^\n]+$/);
    expect(stderr).toContain(message);
    expect(await readdir(dataDir)).toEqual([]);
    await rm(dataDir, { recursive: true });
  });
});

describe('merged metrics', () => {
  it('hold every sample once, under one head per metric', async () => {
    const texts = await Promise.all(
      ['api', 'farm'].map(async (name) => {
        const metrics = createMetrics(name);
        metrics.framesRendered.inc({ pool: 'cpu' }, name === 'farm' ? 30 : 0);
        return metrics.registry.metrics();
      }),
    );
    const merged = mergeMetrics(texts).split('\n');
    const heads = merged.filter((line) => line.startsWith('# TYPE'));
    expect(new Set(heads).size).toBe(heads.length);
    expect(heads).toContain('# TYPE framemill_frames_rendered_total counter');
    expect(merged).toContain('framemill_frames_rendered_total{pool="cpu",process="farm"} 30');
    const samples = (lines: string[]) => lines.filter((line) => line !== '' && !line.startsWith('#')).sort();
    expect(samples(merged)).toEqual(samples(texts.flatMap((text) => text.split('\n'))));
  });
});
