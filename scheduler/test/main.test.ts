import { execFile } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const main = path.join(import.meta.dirname, '../src/main.ts');
const { PATH, NODE_COMPILE_CACHE } = process.env;

describe("the scheduler's process", () => {
  it.each([
    ['without DATABASE_URL', { REDIS_URL: 'redis://127.0.0.1:1' }, /^DATABASE_URL is not set\. .*\n$/],
    [
      'with a file of plans that cannot be read',
      { DATABASE_URL: 'postgres://127.0.0.1:1/b', REDIS_URL: 'redis://127.0.0.1:1', PLANS_FILE: '/no/such.json' },
      /^PLANS_FILE "\/no\/such\.json" is not valid: the file cannot be read .*\n$/,
    ],
    ['with a wrong variable', { LOG_LEVEL: 'loud' }, /^The configuration is wrong: LOG_LEVEL must be .*"loud"\)\.\n$/],
  ])('does not start %s and says why in one sentence', async (_case, variables, sentence) => {
    const env = { PATH, NODE_COMPILE_CACHE, ...variables };
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [main], { env }, (error, _stdout, text) =>
        resolve({ code: error?.code, stderr: text }),
      );
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(sentence);
  });

  it('writes no password of a URL that cannot be read', async () => {
    const urls = { DATABASE_URL: 'postgres://a:geheim@127.0.0.1:1/b', REDIS_URL: 'redis://:geheim@127.0.0.1:port' };
    const env = { PATH, NODE_COMPILE_CACHE, ...urls };
    const written = await new Promise<string>((resolve) => {
      execFile(process.execPath, [main], { env }, (_error, stdout, stderr) => resolve(stdout + stderr));
    });
    expect(written).toContain('redis+sentinel:// or rediss+sentinel:// (got "redis://***@127.0.0.1:port")');
    expect(written).not.toContain('geheim');
  });
});
