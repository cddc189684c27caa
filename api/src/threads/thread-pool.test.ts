import { EventEmitter } from 'node:events';
import { defaultPlans } from '@framemill/scheduler';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { lengthOf, threadCounts } from './call-length.ts';
import { createThreadPool, type ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
import type { ThreadMessage, ThreadOrder, ThreadSettings, ThreadTask } from './thread-task.ts';

/** Fake worker thread, controlled by the test. */
class FakeThread extends EventEmitter<{ message: [ThreadMessage]; error: [Error]; exit: [] }> {
  /** Id and address of the call that the thread is running. */
  running: { id: number; url: string } | null = null;
  usedMs = 0;
  looks = 0;
  ended = false;

  postMessage(order: ThreadOrder): void {
    if (order.kind === 'run') this.running = { id: order.id, url: order.task.url };
  }
  async cpuUsage() {
    this.looks += 1;
    return { user: this.usedMs * 1_000, system: 0 };
  }
  async terminate() {
    this.ended = true;
    this.running = null;
    this.emit('exit');
  }
  ready(): void {
    this.emit('message', { kind: 'ready' });
  }
  finish(): void {
    const id = this.running?.id ?? 0;
    this.running = null;
    this.emit('message', { kind: 'done', id, answer: { status: 200, headers: {}, body: new Uint8Array() } });
  }
}

describe('a pool of threads', () => {
  let pool: ThreadPool | undefined;
  let opened: FakeThread[] = [];
  afterEach(() => pool?.close());

  /**
   * Creates a pool with fake threads, which report readiness at once unless `ready` is false. Returns a function that
   * runs a call.
   */
  function start({ ready = true, ...options }: Partial<ThreadPoolOptions> & { ready?: boolean } = {}) {
    opened = [];
    const openWorker = () => {
      const thread = new FakeThread();
      opened.push(thread);
      if (ready) queueMicrotask(() => thread.ready());
      return thread;
    };
    const settings = {} as ThreadSettings;
    const threads = createThreadPool({
      ...{ settings, counts: { short: 1, long: 1 }, warm: false, lookMs: 1, openWorker },
      ...options,
    });
    pool = threads;
    return (accountId: string, url: string, length: ThreadTask['length']) => {
      const outcome = threads.run(taskOf(accountId, url, length)).then(
        (answer) => {
          answer.release();
          return 'answered';
        },
        (error: { code: string }) => error.code,
      );
      return outcome;
    };
  }

  const running = () => opened.flatMap(({ running: call }) => call?.url ?? []);
  const until = (urls: string[]) => vi.waitFor(() => expect(running().sort()).toEqual([...urls].sort()), WAIT);
  const threadOf = (url: string) => {
    const thread = opened.find(({ running: call }) => call?.url === url);
    if (!thread) throw new Error(`${url} does not run.`);
    return thread;
  };

  it('runs a short call beside long ones of others, however many of these wait', async () => {
    const run = start();
    const calls = ['a', 'b', 'c'].map((account) => run(account, `${account} long`, 'long'));
    await until(['a long']);
    const short = run('d', 'd short', 'short');
    await until(['a long', 'd short']);
    threadOf('d short').finish();
    expect(await short).toBe('answered');
    await until(['a long']);
    threadOf('a long').finish();
    await until(['b long']);
    threadOf('b long').finish();
    await until(['c long']);
    threadOf('c long').finish();
    expect(await Promise.all(calls)).toEqual(['answered', 'answered', 'answered']);
  });

  it('gives accounts turns, and an account one thread at a time while others are free', async () => {
    const run = start({ counts: { short: 1, long: 3 } });
    const calls = [run('a', 'a1', 'long'), run('a', 'a2', 'long'), run('a', 'a3', 'short'), run('b', 'b1', 'long')];
    expect(Object.fromEntries(pool?.heldBy() ?? [])).toEqual({ a: 3, b: 1 });
    // The short one has its thread to itself.
    await until(['a3', 'b1']);
    threadOf('a3').finish();
    await until(['a1', 'b1']);
    threadOf('b1').finish();
    await until(['a1']);
    threadOf('a1').finish();
    await until(['a2']);
    threadOf('a2').finish();
    expect(await Promise.all(calls)).toEqual(['answered', 'answered', 'answered', 'answered']);
  });

  it('lets the next account run before the second call of one that sent many', async () => {
    const run = start();
    void Promise.all(['a1', 'a2', 'a3', 'a4'].map((url) => run('a', url, 'long')));
    void run('b', 'b1', 'long');
    for (const url of ['a1', 'b1', 'a2']) {
      await until([url]);
      threadOf(url).finish();
    }
  });

  it('lets short calls have the threads that no long call waits for', async () => {
    const run = start();
    void Promise.all([run('a', 'a', 'short'), run('b', 'b', 'short'), run('c', 'c', 'short')]);
    await until(['a', 'b']);
    void run('d', 'd', 'long');
    threadOf('a').finish();
    // One thread is left for short calls.
    await until(['b', 'd']);
    threadOf('b').finish();
    await until(['c', 'd']);
  });

  it('counts a call that turns out to be long as a long one, and others do not wait behind it', async () => {
    const run = start({ shortMs: 50 });
    void Promise.all([run('a', 'a long', 'long'), run('b', 'b not short', 'short'), run('c', 'c short', 'short')]);
    await until(['a long', 'b not short']);
    threadOf('b not short').usedMs = 51;
    await until(['a long', 'b not short', 'c short']);
    expect(opened).toHaveLength(3);
    // And there are no more threads than that.
    threadOf('c short').usedMs = 51;
    void run('d', 'd short', 'short');
    threadOf('b not short').finish();
    await until(['a long', 'c short', 'd short']);
    expect(opened).toHaveLength(3);
  });

  it('has a spare ready before a thread is ended, on which the next call runs at once', async () => {
    const run = start({ warm: true, counts: { short: 0, long: 1 }, limitMs: 100 });
    expect(opened).toHaveLength(1);
    const [endless, next] = [run('a', 'endless', 'long'), run('b', 'next', 'long')];
    await until(['endless']);
    expect(opened).toHaveLength(2);
    const thread = threadOf('endless');
    thread.usedMs = 101;
    expect(await endless).toBe('invalid_request');
    expect(thread.ended).toBe(true);
    // Without another to be opened first; that one is the next spare.
    await until(['next']);
    expect(threadOf('next')).toBe(opened[1]);
    expect(opened).toHaveLength(3);
    threadOf('next').finish();
    expect(await next).toBe('answered');
  });

  it('ends a call for the processor time that it used, not for the time that passed', async () => {
    const run = start({ limitMs: 100 });
    const call = run('a', 'slow', 'long');
    await until(['slow']);
    const thread = threadOf('slow');
    thread.usedMs = 99;
    const { looks } = thread;
    await vi.waitFor(() => expect(thread.looks).toBeGreaterThan(looks + 150), WAIT);
    expect(thread.ended).toBe(false);
    thread.emit('message', { kind: 'saving', id: thread.running?.id ?? 0 });
    thread.usedMs = 1_000;
    thread.finish();
    expect(await call).toBe('answered');
  });

  it('ends a call that uses no processor time and never ends', async () => {
    const run = start({ stuckMs: 1 });
    expect(await run('a', 'stuck', 'long')).toBe('unavailable');
  });

  it('fails the calls that wait when threads do not start, and opens no more of them by itself', async () => {
    const run = start({ ready: false, warm: true });
    const calls = [run('a', 'a', 'long'), run('b', 'b', 'short')];
    const [first] = opened;
    first?.emit('error', new Error('There is no database.'));
    expect(await Promise.all(calls)).toEqual(['internal_error', 'internal_error']);
    expect(opened).toHaveLength(1);
    const again = run('a', 'a again', 'long');
    expect(opened).toHaveLength(2);
    opened[1]?.ready();
    await until(['a again']);
    threadOf('a again').finish();
    expect(await again).toBe('answered');
  });
});

it.each([
  [2, 1, 1],
  [1, 1, 1],
  [16, 2, 15],
])('on %i processors %i threads are for short calls and %i for long ones', (processors, short, long) => {
  expect(threadCounts({ short: null, long: null }, processors)).toEqual({ short, long });
  expect(threadCounts({ short: 4, long: null }, processors)).toEqual({ short: 4, long });
});

it('takes a call for a long one by its expected processor time', () => {
  expect([300, 301].map((ms) => lengthOf({ units: 1, ms }))).toEqual(['short', 'long']);
});

const WAIT = { timeout: 100_000, interval: 1 };

function taskOf(accountId: string, url: string, length: ThreadTask['length']): ThreadTask {
  return {
    ...{ method: 'GET', url, requestId: 'req_test', headers: {}, body: null, length },
    caller: {
      ...{ accountId, plan: defaultPlans.find('studio'), limiterKey: accountId, requestsPerMinute: 600 },
      credential: { type: 'api_key', keyId: accountId, appId: accountId, environment: 'live', scopes: [] },
    },
  };
}
