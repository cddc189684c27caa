import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createOutageLog } from './outage-log.ts';

let lines: string[];
const log = {
  warn: (details: object, text?: string) => lines.push(`warn ${text} ${JSON.stringify(details)}`),
  info: (details: object, text?: string) => lines.push(`info ${text} ${JSON.stringify(details)}`),
};
beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('logs the first failure, then one a minute, then that it is over', () => {
  const outage = createOutageLog(log, 'Redis is away');
  for (let second = 0; second < 150; second++) {
    outage.failed('refused');
    vi.advanceTimersByTime(1_000);
  }
  outage.worked();
  vi.advanceTimersByTime(10_000);
  expect(lines).toEqual([
    'warn Redis is away {"err":"refused"}',
    'warn Redis is away {"err":"refused","seconds":60,"failures":61}',
    'warn Redis is away {"err":"refused","seconds":120,"failures":121}',
    'info over: Redis is away {"seconds":150,"failures":150}',
  ]);
});

it('takes failures between connections that come back for one outage', () => {
  const outage = createOutageLog(log, 'Redis is away');
  for (let turn = 0; turn < 5; turn++) {
    outage.failed('refused');
    outage.worked();
    vi.advanceTimersByTime(1_000);
  }
  vi.advanceTimersByTime(10_000);
  expect(lines.map((line) => line.slice(0, 10))).toEqual(['warn Redis', 'info over:']);
});

it('logs the next outage at once, and nothing while all works', () => {
  const outage = createOutageLog(log, 'Redis is away');
  outage.worked();
  for (let turn = 0; turn < 2; turn++) {
    outage.failed('refused');
    outage.worked();
    vi.advanceTimersByTime(3_000);
  }
  expect(lines.map((line) => line.slice(0, 4))).toEqual(['warn', 'info', 'warn', 'info']);
});
