import { expect, it } from 'vitest';
import { manualClock } from '../../test/manual-clock.ts';
import { watchPace } from './watch-pace.ts';

const limits = { windowMs: 60_000, slowBytesPerSec: 1_000_000, leastBytesPerSec: 100_000, answerMs: 120_000 };

function watched() {
  const clock = manualClock();
  const said: (string | boolean)[] = [];
  const pace = watchPace({
    ...{ clock, limits },
    onPace: (isSlow) => said.push(isSlow),
    onStall: ({ message }) => said.push(message),
  });
  /** Simulates a transfer of `bytesPerSec` bytes per second for `seconds` seconds. */
  const move = (seconds: number, bytesPerSec: number) => {
    for (let second = 0; second < seconds; second += 1) {
      pace.took(bytesPerSec);
      clock.advance(1_000);
    }
  };
  return { pace, clock, move, said };
}

it('says nothing before a window is over, then whether the last one was slow', () => {
  const { move, said } = watched();
  move(59, 400_000);
  expect(said).toEqual([]);
  move(1, 400_000);
  expect(said).toEqual([true]);
  move(60, 3_000_000);
  expect(said.at(-1)).toBe(false);
});

it('ends a sending whose average over a window is below the least, with what it was', () => {
  const { move, said } = watched();
  move(55, 2_000_000);
  move(55, 40_000);
  expect(said.filter((word) => typeof word === 'string')).toEqual([]);
  move(5, 40_000);
  expect(said.at(-1)).toBe(
    'The destination accepted 40 kB/s over 60 s. At least 100 kB/s are needed. The delivery is retried.',
  );
});

it('waits for an answer after the last byte, for longer than a window but not for ever', () => {
  const { pace, clock, move, said } = watched();
  move(1, 5_000);
  pace.remaining(0);
  clock.advance(118_000);
  expect(said).toEqual([]);
  clock.advance(6_000);
  expect(said).toEqual(['The destination did not respond in time.']);
  pace.stop();
  clock.advance(600_000);
  expect(said).toHaveLength(1);
});
