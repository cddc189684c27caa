import { describe, expect, it } from 'vitest';
import type { NodeLease } from '../protocol/index.ts';
import { desiredNodes } from './capacity.ts';
import { type Candidate, chooseDispatch, dispatchedAhead, emptyFairShare, type FairShare } from './choose-dispatch.ts';
import { chooseEngine } from './choose-engine.ts';
import { groupSegments, rangeSegments, updatedMsPerFrame } from './ranges.ts';

interface Load {
  accountId: string;
  weight: number;
  ranges: number;
  admittedAtMs?: number;
  cost?: number;
}

function candidates(loads: Load[]): Candidate[] {
  return loads.flatMap(({ accountId, weight, ranges, admittedAtMs = 0, cost = 60 }) =>
    Array.from({ length: ranges }, (_, order) => ({
      key: `${accountId}-${order}`,
      accountId,
      weight,
      priority: 0,
      admittedAtMs,
      order,
      cost,
    })),
  );
}

/** Simulates a farm in which every range takes one tick; returns the accounts whose ranges ran in each tick. */
function simulate(slots: number, loads: Load[], ticks: number): string[][] {
  let waiting = candidates(loads);
  let queue: { candidate: Candidate; queuePriority: number }[] = [];
  let fairShare: FairShare = emptyFairShare;
  const ran: string[][] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    const outstanding: Record<string, number> = {};
    for (const { candidate } of queue) outstanding[candidate.accountId] = (outstanding[candidate.accountId] ?? 0) + 1;
    const answer = chooseDispatch({ slots, outstanding, candidates: waiting, fairShare });
    fairShare = answer.fairShare;
    const chosen = new Set(answer.dispatches.map(({ candidate }) => candidate.key));
    waiting = waiting.filter(({ key }) => !chosen.has(key));
    queue = [...queue, ...answer.dispatches].sort((a, b) => a.queuePriority - b.queuePriority);
    ran.push(queue.splice(0, slots).map(({ candidate }) => candidate.accountId));
  }
  return ran;
}

describe('dispatch policy', () => {
  it('dispatches only a little more than the free slots', () => {
    const { dispatches } = chooseDispatch({
      slots: 8,
      outstanding: {},
      candidates: candidates([{ accountId: 'a', weight: 1, ranges: 100 }]),
      fairShare: emptyFairShare,
    });
    expect(dispatches.length).toBe(8 + dispatchedAhead(8));
  });

  it('keeps a slot free for a sheltered account without work, even from new accounts, and dispatches nothing ahead', () => {
    const waiting = {
      slots: 4,
      candidates: candidates([{ accountId: 'a', weight: 10, ranges: 9 }]),
      fairShare: emptyFairShare,
    };
    const guest = { ...waiting, sheltered: ['b'] };
    expect(chooseDispatch({ ...guest, outstanding: {} }).dispatches.length).toBe(3);
    expect(chooseDispatch({ ...guest, outstanding: { b: 1 } }).dispatches.length).toBe(3);
    expect(chooseDispatch({ ...guest, outstanding: { c: 3 } }).dispatches.length).toBe(0);
    expect(chooseDispatch({ ...waiting, outstanding: { c: 5 } }).dispatches.length).toBe(1);
  });

  it('gives favoured accounts the free slots before all others, by their weight', () => {
    const loads = ['a', 'b', 'c'].map((accountId) => ({ accountId, weight: accountId === 'b' ? 2 : 1, ranges: 9 }));
    const { dispatches } = chooseDispatch({
      ...{ slots: 8, outstanding: { a: 1, b: 1, c: 3 }, candidates: candidates(loads), fairShare: emptyFairShare },
      favoured: ['b', 'c'],
    });
    // Five free, two of them ahead; with all of them b has the load of c.
    expect(dispatches.map(({ candidate }) => candidate.accountId)).toEqual(['b', 'b', 'b', 'b', 'b']);
  });

  it('gives a free express slot to an account that has nothing at work, who has had least first', () => {
    const loads = ['a', 'b', 'c', 'd'].map((accountId, admittedAtMs) => ({
      ...{ accountId, admittedAtMs, weight: 1, ranges: 3 },
    }));
    const crowded = { slots: 2, outstanding: { a: 2 }, candidates: candidates(loads) };
    const recent = new Map(Object.entries({ a: 300, b: 60, c: 60, d: 30 }));
    const express = { isFull: true, free: 1, atWork: new Set(['a', 'c']), recent, outstanding: {} };
    const expressOf = (free: Partial<typeof express>) =>
      chooseDispatch({ ...crowded, fairShare: emptyFairShare, express: { ...express, ...free } })
        .dispatches.filter((dispatch) => dispatch.express)
        .map(({ candidate }) => candidate.key);
    expect(expressOf({})).toEqual(['d-0']);
    expect(expressOf({ free: 0 })).toEqual([]);
    expect(expressOf({ free: 2 })).toEqual(['d-0', 'b-0']);
    expect(expressOf({ free: 9, atWork: new Set(['a', 'c', 'd']), outstanding: { d: 1 } })).toEqual(['b-0']);
    // Others had no work lately.
    expect(expressOf({ free: 9, recent: new Map([['d', 30]]) })).toEqual(['b-0']);
    expect(expressOf({ free: 9, recent: new Map() })).toEqual([]);
    // An account without recent work takes a free slot first.
    const free = { ...crowded, outstanding: { a: 1 }, fairShare: emptyFairShare };
    const lonely = { ...express, isFull: false, recent: new Map([['a', 300]]) };
    const { dispatches } = chooseDispatch({ ...free, express: lonely });
    expect(dispatches[0]).toMatchObject({ candidate: { key: 'b-0' }, express: false });
    // A range that may be long takes a slot.
    const long = crowded.candidates.map((candidate) => ({ ...candidate, mayBeLong: candidate.accountId === 'd' }));
    const chosen = chooseDispatch({ ...crowded, candidates: long, fairShare: emptyFairShare, express }).dispatches;
    expect(chosen.filter((dispatch) => dispatch.express).map(({ candidate }) => candidate.key)).toEqual(['b-0']);
    // b had more than the average of the four.
    expect(expressOf({ free: 9, recent: new Map(Object.entries({ a: 30, b: 300, d: 30 })) })).toEqual(['d-0']);
  });

  it('counts an express job against its account, and not against the slots', () => {
    const loads = [{ accountId: 'a', weight: 1, ranges: 9 }];
    const express = {
      isFull: false,
      free: 0,
      atWork: new Set(['a']),
      recent: new Map([['a', 30]]),
      outstanding: { a: 1 },
    };
    const waiting = { slots: 4, outstanding: {}, candidates: candidates(loads), fairShare: emptyFairShare };
    const { dispatches } = chooseDispatch({ ...waiting, express });
    expect(dispatches.length).toBe(4 + dispatchedAhead(4));
    expect(dispatches[0]?.queuePriority).toBeGreaterThan(1);
  });

  it('dispatches nothing when no node is there', () => {
    const { dispatches } = chooseDispatch({
      slots: 0,
      outstanding: {},
      candidates: candidates([{ accountId: 'a', weight: 1, ranges: 3 }]),
      fairShare: emptyFairShare,
    });
    expect(dispatches).toEqual([]);
  });

  it('shares slots by weight', () => {
    const ran = simulate(
      4,
      [
        { accountId: 'big', weight: 8, ranges: 2000 },
        { accountId: 'small', weight: 2, ranges: 2000 },
      ],
      200,
    ).flat();
    const share = ran.filter((account) => account === 'big').length / ran.length;
    expect(share).toBeGreaterThan(0.75);
    expect(share).toBeLessThan(0.85);
  });

  it('counts work, not ranges: costly ranges do not buy a larger share', () => {
    const ran = simulate(
      2,
      [
        { accountId: 'heavy', weight: 1, ranges: 1000, cost: 240 },
        { accountId: 'light', weight: 1, ranges: 1000, cost: 60 },
      ],
      200,
    ).flat();
    const heavy = ran.filter((account) => account === 'heavy').length;
    expect(heavy / ran.length).toBeGreaterThan(0.15);
    expect(heavy / ran.length).toBeLessThan(0.26);
  });

  it('lets a newcomer overtake ranges that wait ahead, even with one slot', () => {
    const flood = candidates([{ accountId: 'flood', weight: 5, ranges: 1000 }]);
    const newcomer = candidates([{ accountId: 'new', weight: 1, ranges: 1, admittedAtMs: 99 }]);
    const { dispatches } = chooseDispatch({
      slots: 1,
      outstanding: { flood: 2 },
      candidates: [...flood, ...newcomer],
      fairShare: { ring: ['flood'], deficits: { flood: 0 } },
    });
    expect(dispatches.map(({ candidate }) => candidate.accountId)).toEqual(['new']);
    expect(dispatches[0]?.queuePriority).toBe(1);
  });

  it('does not let many small newcomers exceed one range per slot beyond the limit', () => {
    const loads = Array.from({ length: 50 }, (_, n) => ({ accountId: `n${n}`, weight: 1, ranges: 1 }));
    const { dispatches } = chooseDispatch({
      slots: 2,
      outstanding: { flood: 3 },
      candidates: candidates(loads),
      fairShare: emptyFairShare,
    });
    expect(dispatches.length).toBe(2);
  });

  it('takes the higher priority first, then the older render, then the earlier range', () => {
    const base = candidates([{ accountId: 'a', weight: 1, ranges: 1 }])[0];
    if (base === undefined) throw new Error('no candidate');
    const list = [
      { ...base, key: 'young', admittedAtMs: 20 },
      { ...base, key: 'old-second', admittedAtMs: 10, order: 1 },
      { ...base, key: 'old-first', admittedAtMs: 10, order: 0 },
      { ...base, key: 'urgent', admittedAtMs: 30, priority: 1 },
    ];
    const { dispatches } = chooseDispatch({ slots: 8, outstanding: {}, candidates: list, fairShare: emptyFairShare });
    expect(dispatches.map(({ candidate }) => candidate.key)).toEqual(['urgent', 'old-first', 'old-second', 'young']);
  });

  it('serves every one of 300 accounts on 20 slots before any gets a tenth range', () => {
    const loads = Array.from({ length: 300 }, (_, n) => ({ accountId: `a${n}`, weight: 1, ranges: 20 }));
    const ran = simulate(20, loads, 60).flat();
    const counts = new Map<string, number>();
    let firstTenth = ran.length;
    for (const [position, account] of ran.entries()) {
      counts.set(account, (counts.get(account) ?? 0) + 1);
      if (counts.get(account) === 10) firstTenth = Math.min(firstTenth, position);
    }
    expect(counts.size).toBe(300);
    expect(new Set(ran.slice(0, firstTenth)).size).toBe(300);
  });
});

describe('range size', () => {
  const sizing = { framesPerSegment: 30, remainingSegments: 100, slots: 2 };
  it('starts with one segment until the render has been measured', () => {
    expect(rangeSegments({ ...sizing, msPerFrame: null })).toBe(1);
  });

  it('aims at about six seconds', () => {
    expect(rangeSegments({ ...sizing, msPerFrame: 50 })).toBe(4);
    expect(rangeSegments({ ...sizing, msPerFrame: 1 })).toBe(8);
    expect(rangeSegments({ ...sizing, msPerFrame: 5_000 })).toBe(1);
  });

  it('shrinks towards the end so that all slots finish together', () => {
    expect(rangeSegments({ ...sizing, msPerFrame: 20, remainingSegments: 8 })).toBe(2);
    expect(rangeSegments({ ...sizing, msPerFrame: 20, remainingSegments: 3 })).toBe(1);
  });

  it('does not shrink to ranges that take longer to start than to run', () => {
    expect(rangeSegments({ ...sizing, msPerFrame: 10, remainingSegments: 3 })).toBe(3);
    expect(rangeSegments({ ...sizing, msPerFrame: 1, remainingSegments: 3 })).toBe(8);
  });

  it('follows the measured speed', () => {
    expect(updatedMsPerFrame(null, 300, 30)).toBe(10);
    expect(updatedMsPerFrame(10, 600, 30)).toBeCloseTo(14);
  });
});

describe('desired nodes', () => {
  it('would clear the open work within a minute, by the measured speed', () => {
    expect(desiredNodes({ open: [], slots: 0, nodes: 0 })).toBe(0);
    expect(desiredNodes({ open: [{ frames: 18_000, msPerFrame: 20 }], slots: 8, nodes: 4 })).toBe(3);
    expect(desiredNodes({ open: [{ frames: 1, msPerFrame: null }], slots: 0, nodes: 0 })).toBe(1);
  });

  it('count every render at its own speed, and one without a speed like the others', () => {
    const fast = { frames: 6_000, msPerFrame: 10 };
    const costly = { frames: 6_000, msPerFrame: 190 };
    expect(desiredNodes({ open: [fast], slots: 1, nodes: 1 })).toBe(1);
    expect(desiredNodes({ open: [fast, costly], slots: 1, nodes: 1 })).toBe(20);
    expect(desiredNodes({ open: [fast, costly, { frames: 6_000, msPerFrame: null }], slots: 1, nodes: 1 })).toBe(30);
  });
});

describe('grouping of segments', () => {
  const segment = (index: number, contentKey = `k${index}`) => ({ index, contentKey, frames: 30 });
  it('joins consecutive segments and cuts at gaps and at the largest length', () => {
    const runs = groupSegments(
      [0, 1, 2, 5, 6, 7, 8].map((index) => segment(index)),
      3,
    );
    expect(runs.map(({ firstSegment, lastSegment }) => [firstSegment, lastSegment])).toEqual([
      [0, 2],
      [5, 7],
      [8, 8],
    ]);
    expect(runs[0]?.frames).toBe(90);
  });

  it('renders segments that show the same only once', () => {
    expect(groupSegments([segment(0, 'still'), segment(1, 'still'), segment(2, 'still'), segment(3)], 8)).toEqual([
      { firstSegment: 0, lastSegment: 0, frames: 30 },
      { firstSegment: 3, lastSegment: 3, frames: 30 },
    ]);
  });
});

describe('choice of engine', () => {
  const lease = (nodeId: string, fingerprint: string, slots: number, draining = false): NodeLease => ({
    nodeId,
    host: 'h',
    pid: 1,
    slots,
    busy: 0,
    engines: { cpu: fingerprint },
    protocolVersion: 1,
    version: '0',
    memoryBytes: 0,
    codecs: [],
    running: [],
    draining,
  });

  it('takes the fingerprint with the most slots and leaves draining nodes out', () => {
    const leases = [lease('a', 'old', 2), lease('b', 'old', 2), lease('c', 'new', 3), lease('d', 'new', 9, true)];
    expect(chooseEngine(leases, 'cpu')).toEqual({ pool: 'cpu', fingerprint: 'old', copies: false, smart: false });
  });

  it('uses a newer node that still speaks this version, and no node that does not', () => {
    const newer = { ...lease('new', 'new', 4), protocolVersion: 3, oldestProtocolVersion: 1 };
    const foreign = { ...lease('foreign', 'foreign', 9), protocolVersion: 2 };
    expect(chooseEngine([lease('a', 'old', 2), newer, foreign], 'cpu')?.fingerprint).toBe('new');
    expect(chooseEngine([foreign], 'cpu')).toBeNull();
  });

  it('finds none when nobody serves the pool', () => {
    expect(chooseEngine([lease('a', 'f', 2)], 'gpu')).toBeNull();
  });

  it('has copies made only where every node of the engine says that it can', () => {
    const able = { ...lease('a', 'f', 2), copies: true };
    expect(chooseEngine([able, lease('b', 'other', 1)], 'cpu')?.copies).toBe(true);
    expect(chooseEngine([able, lease('b', 'f', 1)], 'cpu')?.copies).toBe(false);
    const drawing: NodeLease = { ...lease('c', 'f', 1), engines: { cpu: 'f', html: 'h' } };
    expect(chooseEngine([{ ...drawing, copies: true }], 'html')?.copies).toBe(true);
    expect(chooseEngine([drawing], 'html')?.copies).toBe(false);
  });
});
