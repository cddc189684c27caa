import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

describe('createLogger', () => {
  it('writes JSON lines of the wanted level and hides secrets', () => {
    const lines: string[] = [];
    const log = createLogger('api', { level: 'info' }, { write: (line) => lines.push(line) });
    log.debug('not wanted');
    log.info({ request: { headers: { authorization: 'Bearer k' } }, password: 'p', route: '/v1/me' }, 'answered');
    expect(lines).toHaveLength(1);
    const entry = JSON.parse(lines[0] ?? '');
    expect(entry).toMatchObject({ name: 'api', msg: 'answered', password: '[hidden]', route: '/v1/me' });
    expect(entry.request.headers.authorization).toBe('[hidden]');
  });

  it('writes no command of an error, wherever the error stands', () => {
    const lines: string[] = [];
    const log = createLogger('api', { level: 'info' }, { write: (line) => lines.push(line) });
    const refused = () =>
      Object.assign(new Error('WRONGPASS'), { command: { name: 'hello', args: ['AUTH', 'default', 'geheim'] } });
    log.warn({ err: refused() }, 'itself');
    log.warn(refused());
    log.child({ part: 'x' }).warn({ err: new Error('outer', { cause: refused() }) }, 'as a cause');
    log.warn({ err: new AggregateError([refused()], 'all') }, 'one of several');
    log.warn({ err: Object.assign(new Error('outer'), { last: refused(), errors: [refused()], cause: refused() }) });
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(line).toContain('WRONGPASS');
      expect(line).not.toContain('geheim');
    }
  });

  it('writes no text that is no URL', () => {
    const lines: string[] = [];
    const log = createLogger('api', { level: 'info' }, { write: (line) => lines.push(line) });
    try {
      new URL('redis://:geheim@db:port');
    } catch (error) {
      log.fatal({ err: error }, 'the API could not start');
    }
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ message: 'Invalid URL', code: 'ERR_INVALID_URL' });
    expect(lines[0]).not.toContain('geheim');
  });

  it('keeps what else an error says, also one that points back to itself', () => {
    const lines: string[] = [];
    const log = createLogger('api', { level: 'info' }, { write: (line) => lines.push(line) });
    const error = Object.assign(new Error('away'), { code: 'ECONNREFUSED', errors: [new Error('inner')] });
    Object.assign(error.errors[0] ?? {}, { outer: error });
    log.warn({ err: error }, 'Redis');
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ type: 'Error', message: 'away', code: 'ECONNREFUSED' });
    expect(JSON.parse(lines[0] ?? '').err.stack).toContain('logger.test.ts');
  });
});

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
