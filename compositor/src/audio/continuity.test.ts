import { describe, expect, it } from 'vitest';
import { type Continuation, createContinuity, type StampedBlock } from './continuity.ts';

const rate = 44_100;
const block = (first: number, count: number): StampedBlock => ({ first, count, rate });

/** Returns the `Continuation` of each block after the first one. */
function continuations(blocks: readonly StampedBlock[], tickSec = 1 / rate): Continuation[] {
  const continuity = createContinuity(tickSec);
  const [first, ...others] = blocks;
  if (first) continuity.begin(first);
  return others.map((next, index) => continuity.next(next, () => others.slice(index + 1)));
}

/** Returns consecutive blocks of `count` samples. The time stamp of block n is `off(n)` samples late. */
function steady(blocks: number, count: number, off: (n: number) => number): StampedBlock[] {
  return Array.from({ length: blocks }, (_, n) => block(n * count + Math.round(off(n)), count));
}

const kinds = (list: readonly Continuation[]) => [...new Set(list.map(({ kind }) => kind))];

describe('blocks', () => {
  it('follow each other where stamps are off by what their sizes explain', () => {
    // Vorbis: the stamps of long blocks among short ones are 448 samples late, 10.2 ms.
    const sizes = [128, 576, ...Array(40).fill(1024), 576, ...Array(20).fill(128), 576, ...Array(9).fill(1024)];
    let at = 0;
    const blocks = sizes.map((count) => {
      const stamped = block(at + (count === 1024 ? 448 : 0), count);
      at += count;
      return stamped;
    });
    expect(kinds(continuations(blocks))).toEqual(['follows']);
  });

  it('follow each other where the clock is coarse', () => {
    const tick = 0.02 * rate;
    const blocks = steady(60, 1024, (n) => Math.round((n * 1024) / tick) * tick - n * 1024);
    expect(kinds(continuations(blocks, 0.02))).toEqual(['follows']);
  });

  it('follow each other where only one in seven has a stamp that is right', () => {
    const blocks = steady(71, 1024, (n) => (n % 7 === 0 ? 0 : 3_000));
    expect(kinds(continuations(blocks))).toEqual(['follows']);
  });

  it('jump to stamps that go on from a gap, once', () => {
    const blocks = steady(60, 1024, (n) => (n < 20 ? 0 : 1024));
    const list = continuations(blocks);
    expect(list[19]).toEqual({ kind: 'jumps' });
    expect(list.filter(({ kind }) => kind !== 'follows')).toHaveLength(1);
  });

  it('jump back over an overlap, and over a gap before the last block', () => {
    expect(continuations(steady(60, 1024, (n) => (n < 20 ? 0 : -2_048)))[19]).toEqual({ kind: 'jumps' });
    expect(continuations(steady(21, 1024, (n) => (n < 20 ? 0 : 20_480)))[19]).toEqual({ kind: 'jumps' });
  });

  it('glide after a clock that runs away slowly, again and again', () => {
    const list = continuations(steady(3_000, 1024, (n) => n * 1024 * 0.0005));
    const glides = list.flatMap((one) => (one.kind === 'glides' ? [one.samples] : []));
    expect(kinds(list)).toEqual(['follows', 'glides']);
    // 70 s at 0.5 per mille are 35 ms; what is off by less than 10 ms stays.
    expect(glides).toHaveLength(3);
    for (const samples of glides) expect(samples / rate).toBeCloseTo(0.01, 3);
  });
});
