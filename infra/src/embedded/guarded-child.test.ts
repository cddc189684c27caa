import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { spawnGuarded } from './guarded-child.ts';

const node = (script: string) => ({ command: process.execPath, args: ['-e', script], stopSignal: 'TERM' as const });

describe('spawnGuarded', () => {
  it('passes on the code of a child that ends by itself', async () => {
    const child = spawnGuarded(node('process.exit(7)'));
    expect(await child.exited).toEqual({ code: 7 });
  });

  it('lets the child end in its own way when stopped', async () => {
    const child = spawnGuarded(
      node("setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(3)); console.log('up')"),
    );
    await once(createInterface({ input: child.stdout }), 'line');
    await child.stop(5_000);
    expect(await child.exited).toEqual({ code: 3 });
  });

  it('lets a child that was frozen go on, and end', async () => {
    const child = spawnGuarded(
      node("setInterval(() => {}, 1000); process.on('SIGTERM', () => process.exit(3)); console.log(process.pid)"),
    );
    const [pid] = await once(createInterface({ input: child.stdout }), 'line');
    process.kill(Number(pid), 'SIGSTOP');
    await child.stop(5_000);
    expect(await child.exited).toEqual({ code: 3 });
  });

  it('ends a child by force that does not listen', async () => {
    const child = spawnGuarded(
      node("setInterval(() => {}, 1000); process.on('SIGTERM', () => {}); console.log(process.pid)"),
    );
    const [pid] = await once(createInterface({ input: child.stdout }), 'line');
    await child.stop(100);
    // Dead, or dead and not yet collected by the system's first process.
    expect(spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' }).stdout).toMatch(/^(Z.*)?\s*$/);
  });

  it('reports a command that does not exist', async () => {
    const child = spawnGuarded({ command: '/no/such/command', args: [], stopSignal: 'TERM' });
    expect(await child.exited).toEqual({ code: 127 });
  });
});
