import { describe, expect, it } from 'vitest';
import { emptyFairShare, noExpress } from './choose-dispatch.ts';
import { planDispatch } from './plan-dispatch.ts';
import { chooseSlow, slowQueueSlots } from './slow-queue.ts';
import {
  emptyStopMemory,
  type HeldSlot,
  patienceMs,
  type StopSnapshot,
  shelterMs,
  stopForOthers,
  turnMs,
} from './stop-for-others.ts';

const range = (accountId: string, place: number, slot: Partial<HeldSlot> = {}): HeldSlot => ({
  ...{ jobId: `${accountId}-${place}`, accountId, runMs: 60_000, stops: 0, slow: false, canStop: true },
  ...slot,
});
const ranges = (accountId: string, count: number, slot: Partial<HeldSlot> = {}) =>
  Array.from({ length: count }, (_, place) => range(accountId, place, slot));

const weights = { a: 10, b: 1, c: 1 };

/**
 * Calls `stopForOthers` at time 0, where it must stop nothing, and again after `patienceMs`. Returns the second result.
 */
function afterPatience(snapshot: Partial<StopSnapshot>) {
  const all = { slots: 4, held: [], waiting: {}, slowWaiting: [], weights, ...snapshot };
  const { jobIds, memory } = stopForOthers({ ...all, nowMs: 0, memory: snapshot.memory ?? emptyStopMemory });
  expect(jobIds).toEqual([]);
  return stopForOthers({ ...all, nowMs: patienceMs, memory });
}

describe('stopping ranges for others', () => {
  it('frees a slot for an account without one, takes it from the account most above its share, shelters the rest', () => {
    const held = [...ranges('a', 3), range('c', 0)];
    const { jobIds, memory } = afterPatience({ held, waiting: { b: 1 } });
    expect(jobIds).toEqual(['a-0']);
    expect(memory.shelteredUntilMs).toEqual({ b: patienceMs + shelterMs });
    expect(memory.favoured).toEqual(['b']);
  });

  it('stops nothing when nobody waits, when a slot is free, or when no range had its turn', () => {
    expect(afterPatience({ held: ranges('a', 4) }).jobIds).toEqual([]);
    expect(afterPatience({ held: ranges('a', 3), waiting: { b: 1 } }).jobIds).toEqual([]);
    expect(afterPatience({ held: ranges('a', 4, { runMs: turnMs(0) - 1 }), waiting: { b: 1 } }).jobIds).toEqual([]);
    expect(afterPatience({ held: ranges('a', 4, { canStop: false }), waiting: { b: 1 } }).jobIds).toEqual([]);
  });

  it('gives a range twice the turn each time that it was stopped, ten minutes at most', () => {
    expect([0, 1, 2, 3].map(turnMs)).toEqual([6_000, 12_000, 24_000, 48_000]);
    expect(turnMs(30)).toBe(600_000);
    const held = ranges('a', 4, { runMs: 20_000, stops: 2 });
    expect(afterPatience({ held, waiting: { b: 1 } }).jobIds).toEqual([]);
    expect(afterPatience({ held: ranges('a', 4, { runMs: 24_000, stops: 2 }), waiting: { b: 1 } }).jobIds.length).toBe(
      1,
    );
  });

  it('does not stop ranges of an account within its share for one that has a slot already', () => {
    const held = [range('b', 0), range('c', 0)];
    const equal = { b: 1, c: 1 };
    expect(afterPatience({ slots: 2, held, waiting: { b: 1 }, weights: equal }).jobIds).toEqual([]);
  });

  it('serves an account without a slot on the only one there is', () => {
    expect(afterPatience({ slots: 1, held: ranges('a', 1), waiting: { b: 1 } }).jobIds).toEqual(['a-0']);
  });

  it('frees as many slots as the share says where ranges hold them for long', () => {
    const equal = { a: 1, b: 1 };
    const { jobIds } = afterPatience({ slots: 10, held: ranges('a', 10), waiting: { b: 20 }, weights: equal });
    expect(jobIds.length).toBe(5);
  });

  it('leaves to ranges that had their turn half of the slots, whatever their account may have', () => {
    const { jobIds } = afterPatience({ slots: 10, held: ranges('a', 10), waiting: { b: 20 } });
    expect(jobIds.length).toBe(5);
  });

  it('lets nobody be served again at once: what came free within the time of patience counts', () => {
    const held = [...ranges('a', 3), range('b', 0, { runMs: patienceMs - 1 })];
    expect(afterPatience({ held, waiting: { b: 3 }, weights: { a: 1, b: 1 } }).jobIds).toEqual([]);
  });

  it('lets another account into a full slow lane when a range had its turn there', () => {
    const held = ranges('a', 2, { slow: true, stops: 1 });
    expect(stopForOthers({ ...empty, held, slowWaiting: ['b'] }).jobIds).toEqual(['a-0']);
    expect(stopForOthers({ ...empty, held, slowWaiting: ['a'] }).jobIds).toEqual([]);
  });
});

const empty: StopSnapshot = {
  ...{ nowMs: 0, slots: 4, held: [], waiting: {}, slowWaiting: [], weights, memory: emptyStopMemory },
};

describe('the slow lane', () => {
  const candidate = (accountId: string, order: number, stops = 1) => ({
    ...{ key: `${accountId}-${order}`, accountId, weight: 1, priority: 0, admittedAtMs: 0, order, cost: 30, stops },
  });
  const lane = { slots: 8, outstanding: 0, slowOutstanding: {}, othersWait: false, sheltered: false, ring: [] };
  const many = Array.from({ length: 10 }, (_, order) => candidate('a', order));

  it('has half of the slots, at least one', () => {
    expect([0, 1, 2, 3, 8].map(slowQueueSlots)).toEqual([0, 1, 1, 1, 4]);
    expect(chooseSlow({ ...lane, candidates: many }).chosen.length).toBe(4);
    expect(chooseSlow({ ...lane, slowOutstanding: { a: 3 }, outstanding: 3, candidates: many }).chosen.length).toBe(1);
  });

  it('takes free slots only, and never the last one while others wait', () => {
    const busy = { ...lane, slowOutstanding: { a: 1 }, outstanding: 7, candidates: many };
    expect(chooseSlow(busy).chosen.length).toBe(1);
    expect(chooseSlow({ ...busy, othersWait: true }).chosen.length).toBe(0);
  });

  it('runs one long range even while others always have work, but not on the only slot or on a slot just freed', () => {
    const full = { ...lane, outstanding: 8, othersWait: true, candidates: many };
    expect(chooseSlow(full).chosen.length).toBe(1);
    expect(chooseSlow({ ...full, slots: 1, outstanding: 1 }).chosen.length).toBe(0);
    expect(chooseSlow({ ...full, sheltered: true }).chosen.length).toBe(0);
  });

  it('serves the accounts in turn, and first what was stopped least', () => {
    const candidates = [candidate('a', 0, 4), candidate('a', 1, 1), candidate('b', 0, 6)];
    const two = { ...lane, slots: 4, candidates };
    const { chosen, ring } = chooseSlow(two);
    expect(chosen.map(({ key }) => key)).toEqual(['b-0', 'a-1']);
    expect(chooseSlow({ ...two, slots: 2, ring }).chosen.map(({ key }) => key)).toEqual(['b-0']);
  });

  it('takes one segment a range, however fast the render was', () => {
    const task = {
      ...{ id: 't', kind: 'frames', format: 'mp4', renderId: 'r', accountId: 'a', weight: 1, priority: 0 },
      ...{
        admittedAtMs: 0,
        firstSegment: 0,
        lastSegment: 9,
        frames: 300,
        tried: true,
        stops: 1,
        remainingSegments: 10,
      },
    };
    const snapshot = {
      ...{ slots: 8, outstanding: {}, express: noExpress, msPerFrame: new Map([['r', 1]]), fairShare: emptyFairShare },
      ...{ favoured: [], sheltered: [], slow: { outstanding: {}, ring: [] } },
    };
    const segmentsOf = (slow: boolean) =>
      planDispatch({ ...snapshot, tasks: [{ ...task, slow }] }).ranges.map(
        ({ firstSegment, lastSegment }) => lastSegment - firstSegment + 1,
      );
    expect(segmentsOf(false)).toEqual([10]);
    expect(segmentsOf(true)).toEqual([1, 1, 1, 1]);
  });
});
