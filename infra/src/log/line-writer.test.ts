import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const logger = JSON.stringify(fileURLToPath(new URL('logger.ts', import.meta.url)));

describe('lineWriter', () => {
  it('lets a process stop although nobody reads its log any more', async () => {
    const script = `
      import { createLogger } from ${logger};
      const log = createLogger('test', { level: 'info' });
      process.on('SIGTERM', () => {
        for (let i = 0; i < 1000; i++) log.info({ i, padding: 'x'.repeat(1000) }, 'stopping');
        log.fatal('last');
        process.exit(5);
      });
      setInterval(() => {}, 1000);
      log.info('up');`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.stdout.destroy();
    await once(child.stdout, 'close');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([5, null]);
  });

  it('holds up no process whose log is read late, and loses no line of it', async () => {
    const script = `
      import { createLogger } from ${logger};
      const log = createLogger('test', { level: 'info' });
      for (let i = 0; i < 5000; i++) log.info({ i, padding: 'x'.repeat(200) }, 'line');
      // More than a pipe holds. Where each line waits a second for its reader this takes more than an hour.
      process.send('written');
      process.once('message', () => process.exit(0));`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    child.send('end');
    await once(child, 'close');
    expect(text.trim().split('\n')).toHaveLength(5000);
  });

  it('loses no line of a process that ends at once', async () => {
    const script = `
      import { createLogger } from ${logger};
      const log = createLogger('test', { level: 'info' });
      for (let i = 0; i < 5000; i++) log.info({ i, padding: 'x'.repeat(200) }, 'line');
      process.exit(0);`;
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    await once(child, 'close');
    const lines = text.trim().split('\n');
    expect(lines).toHaveLength(5000);
    expect(lines.map((line) => JSON.parse(line).i)).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  });
});
