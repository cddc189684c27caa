import { expect, it } from 'vitest';
import { isDelivered, isRetryable, RETRY_DELAYS_MS, retryDelayMs } from './retry-schedule.ts';

it('waits 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h, a tenth more or less', () => {
  const minutes = [5 / 60, 5, 30, 120, 300, 600, 1_440];
  expect(RETRY_DELAYS_MS).toEqual(minutes.map((value) => value * 60_000));
  for (const [index, value] of minutes.entries()) {
    expect(retryDelayMs(index + 1, 0.5)).toBe(value * 60_000);
    expect(retryDelayMs(index + 1, 0)).toBe(Math.round(value * 54_000));
    expect(retryDelayMs(index + 1, 0.999)).toBeLessThan(value * 66_000);
  }
  expect(retryDelayMs(8, 0.5)).toBeNull();
});

it.each([408, 429, 500, 502, 503, 504, 599])('tries again after %i', (status) => {
  expect(isRetryable({ status })).toBe(true);
});

it.each([200, 301, 302, 307, 400, 401, 403, 404, 410, 422])('does not try again after %i', (status) => {
  expect(isRetryable({ status })).toBe(false);
  expect(isDelivered({ status })).toBe(status === 200);
});

it('tries again after a timeout, not after a connection that fails', () => {
  expect(isRetryable({ problem: 'timeout' })).toBe(true);
  expect(isRetryable({ problem: 'failed' })).toBe(false);
});
