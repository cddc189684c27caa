import { describe, expect, it } from 'vitest';
import { createChildPool } from './child-pool.ts';
import type { ChildSlot } from './child-slot.ts';

const slot = (pid: number): ChildSlot => ({
  pid,
  warm: () => Promise.resolve(),
  close: () => Promise.resolve(),
  giveRoom: () => undefined,
  run: () => Promise.reject(new Error('the pool itself runs nothing')),
});
const never = new AbortController().signal;

describe('child pool', () => {
  it('never gives one slot to two jobs', async () => {
    const pool = createChildPool([slot(1), slot(2)]);
    const inUse = new Set<number | null>();
    let most = 0;
    const job = () =>
      pool.withSlot(0, never, async ({ pid }) => {
        expect(inUse.has(pid)).toBe(false);
        inUse.add(pid);
        most = Math.max(most, inUse.size);
        await new Promise(setImmediate);
        inUse.delete(pid);
      });
    await Promise.all(Array.from({ length: 50 }, job));
    expect(most).toBe(2);
    expect(pool.busy).toBe(0);
  });

  it('serves waiting jobs by priority, then by age', async () => {
    const pool = createChildPool([slot(1)]);
    const order: string[] = [];
    const job = (name: string, priority: number) => pool.withSlot(priority, never, async () => order.push(name));
    await Promise.all([job('first', 9), job('frames', 2), job('more frames', 2), job('stitch', 0), job('audio', 1)]);
    expect(order).toEqual(['first', 'stitch', 'audio', 'frames', 'more frames']);
  });

  it('lets a waiting job go when it is aborted, without losing the slot', async () => {
    const pool = createChildPool([slot(1)]);
    const cancel = new AbortController();
    const done = Promise.withResolvers<void>();
    const holding = pool.withSlot(0, never, () => done.promise);
    const waiting = pool.withSlot(0, cancel.signal, () => Promise.resolve('ran'));
    cancel.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    done.resolve();
    await holding;
    expect(await pool.withSlot(0, never, () => Promise.resolve('next'))).toBe('next');
  });

  it('lends the cores of free slots to those at work, one each, and takes them back', async () => {
    const rooms = [false, false, false];
    const pool = createChildPool(
      rooms.map((_, place) => ({
        ...slot(place),
        giveRoom: (hasRoom) => {
          rooms[place] = hasRoom;
        },
      })),
    );
    const jobs = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const lent = () => rooms.filter(Boolean).length;
    const running = [];
    const counts = [];
    for (const job of jobs) {
      running.push(pool.withSlot(0, never, () => job.promise));
      await new Promise(setImmediate);
      counts.push(lent());
    }
    for (const [place, job] of jobs.entries()) {
      job.resolve();
      await running[place];
      if (place < 2) counts.push(lent());
    }
    expect(counts).toEqual([1, 1, 0, 1, 1]);
  });

  it('gives a job that uses two cores a second slot if one is free, and both back', async () => {
    const rooms = new Map<number, boolean>();
    const pool = createChildPool(
      [1, 2, 3].map((pid) => ({ ...slot(pid), giveRoom: (hasRoom) => void rooms.set(pid, hasRoom) })),
      { hasRoom: () => false },
    );
    const started: string[] = [];
    const begin = (name: string, cores: number) => {
      const done = Promise.withResolvers<void>();
      const work = ({ pid }: ChildSlot) => {
        started.push(`${name} in ${pid}`);
        return done.promise;
      };
      const running = pool.withSlot(0, never, work, cores);
      return async () => {
        done.resolve();
        await running;
        await new Promise(setImmediate);
      };
    };
    const [endWide, endAlone] = [begin('wide', 2), begin('alone', 2)];
    const ends = [begin('first', 1), begin('second', 1), begin('third', 1)];
    await new Promise(setImmediate);
    expect([started, pool.busy]).toEqual([['wide in 3', 'alone in 1'], 3]);
    expect([rooms.get(3), rooms.get(1)]).toEqual([true, false]);
    await endWide();
    expect([started.slice(2), pool.busy]).toEqual([['first in 3', 'second in 2'], 3]);
    await endAlone();
    expect(started.slice(4)).toEqual(['third in 1']);
    for (const end of ends) await end();
    expect(pool.busy).toBe(0);
  });

  it('frees the slot of a job that fails', async () => {
    const pool = createChildPool([slot(1)]);
    await expect(pool.withSlot(0, never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(pool.busy).toBe(0);
  });
});
