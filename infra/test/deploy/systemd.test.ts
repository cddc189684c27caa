import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { allocatorEnvironment, variables } from '../../src/index.ts';
import { deploy, filesOf } from './deploy-files.ts';
import { expectKnownVariables, expectProgram } from './processes.ts';

const units = filesOf('systemd', '.service');
const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasAnalyze) console.log('skipped: systemd checks its units (there is no systemd-analyze here)');

/** Returns the values of a setting of a systemd unit, in the order of the file. */
function settings(unit: string, name: string): string[] {
  const lines = readFileSync(path.join(deploy, unit), 'utf8').split('\n');
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}

describe.each(units)('the unit %s', (unit) => {
  it.skipIf(!hasAnalyze)('is one that systemd takes', () => {
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path.join(deploy, unit)], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it('starts programs that exist with variables that exist, as a user of its own, and gives it time to stop', () => {
    const commands = [...settings(unit, 'ExecStartPre'), ...settings(unit, 'ExecStart')];
    for (const command of commands) {
      const words = command.split(' ');
      expectProgram(words.slice(words.indexOf('node') + 1));
    }
    const pairs = settings(unit, 'Environment').flatMap((line) => line.split(' '));
    expectKnownVariables(pairs.map((pair) => pair.split('=')[0] ?? ''));
    const isApi = unit.endsWith('framemill-api.service');
    if (isApi) expect(Object.fromEntries(pairs.map((pair) => pair.split('=')))).toMatchObject(allocatorEnvironment);
    expect(settings(unit, 'User')).toEqual(['framemill']);
    const seconds = Number(settings(unit, 'TimeoutStopSec')[0]);
    expect(seconds).toBeGreaterThan(variables.SHUTDOWN_TIMEOUT_MS.fallback / 1_000);
  });
});

describe('the units', () => {
  it('have a metrics port each', () => {
    const ports = units.map((unit) => /METRICS_PORT=(\d+)/.exec(settings(unit, 'Environment').join(' '))?.[1]);
    expect(new Set(ports).size).toBe(units.length);
  });

  it('read the common settings, and those of their own program only', () => {
    for (const program of ['api', 'scheduler', 'node']) {
      const files = settings(`systemd/framemill-${program}.service`, 'EnvironmentFile');
      expect(files).toEqual(['/etc/framemill/framemill.env', `/etc/framemill/${program}.env`]);
    }
  });
});
