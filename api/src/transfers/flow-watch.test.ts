import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchFlow } from './flow-watch.ts';

const rule = { windowBytes: 1_000, windowMs: 10_000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/**
 * Watches a simulated transfer. Tests change its state through `moved` and `isHeldUp`; `slow` counts the calls of
 * `onSlow`.
 */
function watched() {
  const flow = { moved: 0, isHeldUp: false, slow: 0 };
  watchFlow(
    {
      movedBytes: () => flow.moved,
      isHeldUp: () => flow.isHeldUp,
      onSlow: () => {
        flow.slow += 1;
      },
    },
    rule,
  );
  return flow;
}

it('ends a flow that stops after a quick start within one window and a tenth', () => {
  const flow = watched();
  vi.advanceTimersByTime(100);
  flow.moved = 1_000_000;
  vi.advanceTimersByTime(rule.windowMs);
  expect(flow.slow).toBe(0);
  vi.advanceTimersByTime(rule.windowMs / 10);
  expect(flow.slow).toBe(1);
  vi.advanceTimersByTime(10 * rule.windowMs);
  expect(flow.slow).toBe(1);
});

it('lets a flow go on that is as fast as it must be', () => {
  const flow = watched();
  for (let second = 0; second < 60; second += 1) {
    flow.moved += 100;
    vi.advanceTimersByTime(1_000);
  }
  expect(flow.slow).toBe(0);
});

it('begins the window anew whenever the service held the flow up', () => {
  const flow = watched();
  vi.advanceTimersByTime(9_000);
  flow.isHeldUp = true;
  vi.advanceTimersByTime(1_000);
  flow.isHeldUp = false;
  vi.advanceTimersByTime(9_000);
  expect(flow.slow).toBe(0);
  vi.advanceTimersByTime(1_000);
  expect(flow.slow).toBe(1);
});
