import { createDocument } from '@framemill/timeline';
import { afterEach, describe, expect, it } from 'vitest';
import { type BatchJob, longestRunMs } from './batch-job.ts';
import { type BatchPool, type BatchPoolOptions, createBatchPool } from './batch-pool.ts';

let pool: BatchPool | undefined;
afterEach(() => pool?.close());

function start(options: BatchPoolOptions): BatchPool {
  pool = createBatchPool({ warm: false, ...options });
  return pool;
}

const batch = (source: string, more: Partial<BatchJob> = {}): BatchJob => ({
  document: createDocument(),
  commands: [{ op: 'runScript', source, timeoutMs: 5_000 }],
  media: new Map(),
  analysis: new Map(),
  subtitles: new Map(),
  blockedOps: [],
  ...more,
});

describe('the threads of batches', () => {
  it('are ended when a batch takes too long, and the next batch has a new one', async () => {
    const threads = start({ threads: 1, limitMs: ({ commands }) => (commands.length === 1 ? 300 : 60_000) });
    await expect(threads.run('a', batch('for (;;) {}'))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('ran longer than 300 ms'),
    });
    const commands = [
      { op: 'runScript', source: 'log(project.tracks.length)' },
      { op: 'addTrack', type: 'text' },
    ];
    const { results, document } = await threads.run('a', batch('', { commands }));
    expect(results[0]).toMatchObject({ ok: true, data: { output: ['4'] } });
    expect(document.tracks).toHaveLength(5);
  });

  it('run one batch of an account at a time, and that of another beside it', async () => {
    const threads = start({ threads: 2 });
    const order: string[] = [];
    const run = async (name: string, account: string, source: string) => {
      await threads.run(account, batch(source));
      order.push(name);
    };
    const busy = 'for (let i = 0; i < 2e7; i++);';
    await Promise.all([run('a1', 'a', busy), run('a2', 'a', busy), run('b1', 'b', '1')]);
    expect(order.indexOf('a1')).toBeLessThan(order.indexOf('a2'));
    expect(order.indexOf('b1')).toBeLessThan(order.indexOf('a2'));
  });

  it('have room for batches of others when an account sends too many', async () => {
    const threads = start({ threads: 1, waiting: 4 });
    const outcomes = Promise.allSettled([threads.run('a', batch('for (;;) {}')), threads.run('a', batch('1'))]);
    await expect(threads.run('a', batch('1'))).rejects.toMatchObject({ code: 'unavailable' });
    const other = Promise.allSettled([threads.run('b', batch('1'))]);
    await threads.close();
    for (const { status } of [...(await outcomes), ...(await other)]) expect(status).toBe('rejected');
  });

  it('refuse what is too much to wait, and everything once they are closed', async () => {
    const threads = start({ threads: 1, waiting: 1 });
    const running = [threads.run('a', batch('for (;;) {}')), threads.run('b', batch('1'))];
    const outcomes = Promise.allSettled(running);
    await expect(threads.run('c', batch('1'))).rejects.toMatchObject({ code: 'unavailable' });
    await threads.close();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    }
    await expect(threads.run('a', batch('1'))).rejects.toMatchObject({ code: 'unavailable' });
  });
});

it('a batch may take as long as its scripts together, ten seconds at most, and ten more', () => {
  const scripts = (...limits: (number | undefined)[]) =>
    longestRunMs({
      commands: limits.map((timeoutMs) => ({ op: 'runScript', source: '', ...(timeoutMs ? { timeoutMs } : {}) })),
    });
  expect([scripts(undefined), scripts(500, 500), scripts(5_000, 5_000, 5_000)]).toEqual([11_000, 11_000, 20_000]);
});
