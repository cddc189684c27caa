import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { testFolder } from '@framemill/testing/folders';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freePort, readRunningServices } from '../../src/index.ts';

const root = path.resolve(import.meta.dirname, '../../..');

describe('npm start', () => {
  let dataDir: string;
  /** Processes started by the latest `npm start`. */
  let family: Process[] = [];
  let running: ChildProcess | null = null;
  beforeEach(() => {
    dataDir = testFolder();
  });
  afterEach(async () => {
    running?.kill('SIGKILL');
    await vi.waitFor(() => expect(alive(family)).toEqual([]), 100_000);
  });

  async function start(slots = 0): Promise<ChildProcess> {
    const env = {
      ...process.env,
      ...{
        DATA_DIR: dataDir,
        PORT: '0',
        METRICS_PORT: String(await freePort()),
        SLOTS: String(slots),
        LOG_LEVEL: 'info',
        HTML_CLIPS: 'off',
      },
    };
    const child = spawn(process.execPath, ['infra/bootstrap/start.ts', '--no-sample'], { cwd: root, env });
    running = child;
    const lines: string[] = [];
    child.stderr?.on('data', (chunk: Buffer) => lines.push(chunk.toString()));
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('ready http')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)));
    });
    family = descendants(child.pid ?? 0);
    const commands = family.map(({ command }) => command).join('\n');
    expect(commands).toMatch(/redis-server/);
    expect(commands).toMatch(/main\.ts/);
    return child;
  }

  async function demo(): Promise<{ baseUrl: string; metricsUrl: string; liveKey: string }> {
    return JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8'));
  }

  /** Requests the plan of the demo account from the API with the account's key. */
  async function planOfDemo(): Promise<unknown> {
    const { baseUrl, liveKey } = await demo();
    const answer = await fetch(`${baseUrl}/me`, { headers: { authorization: `Bearer ${liveKey}` } });
    return Object(await answer.json()).account?.plan.id;
  }

  async function makeProject(name: string): Promise<string> {
    const { baseUrl, liveKey } = await demo();
    const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}/projects`, { method: 'POST', headers, body: JSON.stringify({ name }) });
    return Object(await answer.json()).project.id;
  }

  /** Requests the name of a project from the service at an address. */
  async function nameOf(projectId: string, { baseUrl, liveKey }: Awaited<ReturnType<typeof demo>>): Promise<unknown> {
    const headers = { authorization: `Bearer ${liveKey}` };
    return Object(await (await fetch(`${baseUrl}/projects/${projectId}`, { headers })).json()).project?.name;
  }

  it('restarts each killed process, stops in order, finds its data again, and leaves no process behind', async () => {
    const first = await start(1);
    let said = '';
    first.stdout?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    expect(await planOfDemo()).toBe('self-hosted');
    const before = await demo();
    const services = await readRunningServices(dataDir);
    expect(services).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgresql:/),
      REDIS_URL: expect.stringMatching(/^redis:/),
      SECRETS_KEY: expect.stringMatching(/^.{43}=$/),
    });
    expect(await readFile(path.join(dataDir, 'logs/api.log'), 'utf8')).not.toContain('SECRETS_KEY');
    const metrics = await (await fetch(before.metricsUrl)).text();
    expect(metrics).toContain('process="api"');
    expect(metrics).toContain('process="scheduler"');
    // A range of ports that Prometheus scrapes must not count a process twice.
    const { port } = new URL(before.metricsUrl);
    const near = [1, 2, 3].map((step) => fetch(`http://127.0.0.1:${Number(port) + step}/metrics`));
    for (const answer of await Promise.allSettled(near)) {
      if (answer.status === 'fulfilled') expect(await answer.value.text()).not.toContain('framemill_');
    }

    const projectId = await makeProject('Kept');
    const find = (command: RegExp) => descendants(first.pid ?? 0).find((one) => command.test(one.command))?.pid ?? 0;
    const victims = {
      Redis: /^\S*redis-server /,
      PostgreSQL: /^\S*bin\/postgres -D/,
      'The api process': /^\S*node .*\/api\/src\/main\.ts/,
      'The scheduler process': /^\S*node .*\/scheduler\/src\/main\.ts/,
      'The farm process': /^\S*node .*\/farm\/src\/main\.ts/,
    };
    for (const [name, command] of Object.entries(victims)) {
      const pid = find(command);
      expect(pid).toBeGreaterThan(0);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => expect(said).toContain(`${name} ended with code 137; starting it again`), 100_000);
      await vi.waitFor(() => expect(find(command)).not.toBe(0), 100_000);
      expect(find(command)).not.toBe(pid);
    }
    const ready = before.metricsUrl.replace(/metrics$/, 'readyz');
    await vi.waitFor(async () => expect((await fetch(ready)).status).toBe(200), { timeout: 100_000, interval: 100 });
    // At the address of before.
    expect(await nameOf(projectId, before)).toBe('Kept');

    family = descendants(first.pid ?? 0);
    const exit = once(first, 'exit');
    first.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(alive(family)).toEqual([]);
    expect(await readRunningServices(dataDir)).toBeNull();

    const second = await start();
    const after = await demo();
    expect(after.liveKey).toBe(before.liveKey);
    expect((await readRunningServices(dataDir))?.SECRETS_KEY).toBe(services?.SECRETS_KEY);
    expect(await planOfDemo()).toBe('self-hosted');
    expect(await nameOf(projectId, after)).toBe('Kept');

    second.kill('SIGKILL');
    await vi.waitFor(() => expect(alive(family)).toEqual([]), 100_000);
  }, 240_000);

  it.each([
    ['its services start', /redis-server/],
    ['it waits for its processes', /main\.ts/],
  ])(
    'stops at SIGTERM while %s, and says no more',
    async (_when, command) => {
      const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', METRICS_PORT: '0', SLOTS: '1', LOG_LEVEL: 'info' };
      const child = spawn(process.execPath, ['infra/bootstrap/start.ts', '--no-sample'], { cwd: root, env });
      running = child;
      let output = '';
      const hear = (chunk: Buffer) => {
        output += chunk;
      };
      child.stdout?.on('data', hear);
      child.stderr?.on('data', hear);
      const exit = once(child, 'exit');
      await vi.waitFor(
        () => {
          family = descendants(child.pid ?? 0);
          expect(family.map((one) => one.command).join('\n')).toMatch(command);
        },
        { timeout: 100_000, interval: 20 },
      );
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
      expect(output).toMatch(/Stopping \.\.\.\n$/);
      expect(alive(family)).toEqual([]);
      expect(await readRunningServices(dataDir)).toBeNull();
    },
    90_000,
  );
});

interface Process {
  pid: number;
  parent: number;
  command: string;
}

/**
 * Returns the processes that run on this machine, without zombies (ended processes that their parent has not reaped).
 */
function processes(): Process[] {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,stat=,args=', '-ww'], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined || command === undefined || state?.startsWith('Z')
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Returns all descendants of a process: its children, their children and so on. */
function descendants(pid: number, all = processes()): Process[] {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descendants(child.pid, all)]);
}

function alive(family: Process[]): string[] {
  const pids = new Set(processes().map(({ pid, command }) => `${pid} ${command}`));
  return family.map(({ pid, command }) => `${pid} ${command}`).filter((one) => pids.has(one));
}
