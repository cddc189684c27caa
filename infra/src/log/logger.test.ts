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
});
