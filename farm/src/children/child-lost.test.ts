import { describe, expect, it } from 'vitest';
import { reasonOfDeath } from './child-lost.ts';

const GB = 1024 ** 3;
const quiet = { kernelKills: 0, peakBytes: 0.3 * GB, highBytes: GB };

describe('a render child that ended by itself', () => {
  it.each(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGFPE', 'SIGTRAP', 'SIGSYS'] as const)(
    'crashed: %s',
    (signal) => {
      expect(reasonOfDeath({ code: null, signal }, quiet)).toBe('crash');
    },
  );

  it.each([0, 1, 7, 134])('crashed: exit code %i', (code) => {
    expect(reasonOfDeath({ code, signal: null }, quiet)).toBe('crash');
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1', 'SIGPIPE', 'SIGALRM'] as const)(
    'was killed from outside: %s',
    (signal) => {
      expect(reasonOfDeath({ code: null, signal }, quiet)).toBe('killed');
    },
  );

  it('was killed from outside, however much memory it held, while the kernel says that it did not', () => {
    expect(reasonOfDeath({ code: null, signal: 'SIGKILL' }, { ...quiet, peakBytes: 2 * GB })).toBe('killed');
  });

  it.each([
    ['the kernel killed a process for want of memory meanwhile', { ...quiet, kernelKills: 1 }, 'oom'],
    ['nobody knows and it held much', { ...quiet, kernelKills: null, peakBytes: 1.2 * GB }, 'oom'],
    ['nobody knows and it held little', { ...quiet, kernelKills: null }, 'killed'],
  ] as const)('by SIGKILL, when %s: %o is %s', (_, evidence, reason) => {
    expect(reasonOfDeath({ code: null, signal: 'SIGKILL' }, evidence)).toBe(reason);
  });

  it('is no work of the kernel by another signal than SIGKILL', () => {
    expect(reasonOfDeath({ code: null, signal: 'SIGTERM' }, { ...quiet, kernelKills: 1 })).toBe('killed');
  });
});
