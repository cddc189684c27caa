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
