import { describe, expect, it } from 'vitest';
import { createRecent } from './recent.ts';

describe('recent values', () => {
  it('are made once, also for two that ask at the same moment', async () => {
    const recent = createRecent<string>(2);
    let made = 0;
    const make = async () => `value ${++made}`;
    expect(await Promise.all([recent('a', make), recent('a', make)])).toEqual(['value 1', 'value 1']);
    expect(await recent('a', make)).toBe('value 1');
  });

  it('go when they were unused for longest', async () => {
    const recent = createRecent<number>(2);
    let made = 0;
    const make = async () => ++made;
    await recent('a', make);
    await recent('b', make);
    await recent('a', make);
    await recent('c', make);
    expect(await recent('a', make)).toBe(1);
    expect(await recent('b', make)).toBe(4);
  });

  it('are made again after a failure', async () => {
    const recent = createRecent<string>(2);
    await expect(recent('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await recent('a', () => Promise.resolve('here'))).toBe('here');
  });
});
