import { describe, expect, it } from 'vitest';
import { createRunningJobs } from './running-jobs.ts';

const ofRender = (jobId: string, renderId: string | null) => ({ jobId, renderId, slot: renderId !== null });

describe('running jobs', () => {
  it('stops the jobs of one render only', () => {
    const running = createRunningJobs();
    const a = running.add(ofRender('a', 'r1'), undefined);
    const b = running.add(ofRender('b', 'r2'), undefined);
    expect(running.stopRender('r1')).toBe(1);
    expect(a.signal.reason).toMatchObject({ kind: 'cancelled' });
    expect(b.signal.aborted).toBe(false);
  });

  it('never lets progress fall', () => {
    const running = createRunningJobs();
    const job = running.add(ofRender('a', 'r1'), undefined);
    job.reportFrames(7);
    job.reportFrames(3);
    expect(running.list()).toEqual([{ jobId: 'a', framesDone: 7 }]);
  });

  it('counts only jobs on render slots as busy', () => {
    const running = createRunningJobs();
    running.add(ofRender('a', 'r1'), undefined);
    running.add(ofRender('preview', null), undefined);
    expect(running.busySlots()).toBe(1);
  });

  it('takes an abort from outside for a lost lock', () => {
    const outside = new AbortController();
    const job = createRunningJobs().add(ofRender('a', 'r1'), outside.signal);
    outside.abort();
    expect(job.signal.reason).toMatchObject({ kind: 'lock-lost' });
  });

  it('is idle when the last job has gone', async () => {
    const running = createRunningJobs();
    const job = running.add(ofRender('a', 'r1'), undefined);
    const idle = running.idle();
    job.remove();
    await idle;
    expect(running.list()).toEqual([]);
  });

  it('stops at once what is added after everything was stopped', () => {
    const running = createRunningJobs();
    running.stopAll('stopping');
    expect(running.add(ofRender('a', 'r1'), undefined).signal.reason).toMatchObject({ kind: 'stopping' });
  });

  it('tells how long a cancelled job took to end, and nothing of the others', () => {
    const audible: number[] = [];
    const running = createRunningJobs((ms) => audible.push(ms));
    const cancelled = running.add(ofRender('a', 'r1'), undefined);
    const other = running.add(ofRender('b', 'r2'), undefined);
    running.stopRender('r1');
    other.remove();
    expect(audible).toEqual([]);
    cancelled.remove();
    expect(audible).toHaveLength(1);
    expect(audible[0]).toBeGreaterThanOrEqual(0);
  });
});
