import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../../measure/until.ts';
import { startPart } from './part.ts';

test('a program that is not ready in time is stopped: nobody else knows of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'framemill-part-'));
  const script = join(folder, 'idle.mjs');
  const isRunning = () => spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' }).stdout.includes(script);
  try {
    await writeFile(script, 'setInterval(() => {}, 1e9);');
    const started = startPart({ name: 'idle', script, env: {}, readyMessage: 'never', readyMs: 500 });
    const failed = expect(started).rejects.toThrow('Not yet true: idle is ready');
    expect(isRunning()).toBe(true);
    await failed;
    await until('it is gone', 5_000, () => !isRunning());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
