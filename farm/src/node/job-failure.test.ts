import { rename } from 'node:fs/promises';
import { FramemillError } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { ChildLost } from '../children/child-lost.ts';
import { MissingObjects } from '../jobs/fetch-artifacts.ts';
import { FaultySource } from '../jobs/find-faulty-source.ts';
import { JobStopped } from '../jobs/job-kind.ts';
import { jobFailure } from './job-failure.ts';

const never = new AbortController().signal;

describe('job failure', () => {
  it.each([
    ['fatal', 'broken media', new FramemillError('invalid_request', 'clip c1: no video stream')],
    ['fatal', 'a source that is gone', new FramemillError('not_found', 'no such object')],
    ['interrupted', 'a store that stayed away', new FramemillError('unavailable', 'the store is away')],
    ['failed', 'bytes that do not verify', new FramemillError('internal_error', 'wrong hash')],
    ['failed', 'a crashed child', new ChildLost('crash', 'code 7')],
    ['failed', 'a child above its memory', new ChildLost('memory', '2,000 MB resident')],
    ['failed', 'a child that hung', new ChildLost('stuck', 'no progress')],
    ['interrupted', 'a child that somebody killed', new ChildLost('killed', 'signal SIGKILL')],
  ])('is %s for %s', (kind, _what, error) => {
    expect(jobFailure(error, never, 'n1')).toMatchObject({ kind, message: error.message, nodeId: 'n1' });
  });

  it('is interrupted when the node stopped the job, whatever the job threw then', () => {
    const signal = AbortSignal.abort(new JobStopped('stopping'));
    expect(jobFailure(new ChildLost('aborted', 'SIGKILL'), signal, 'n1').kind).toBe('interrupted');
  });

  it('is cancelled when the render was', () => {
    const signal = AbortSignal.abort(new JobStopped('cancelled'));
    expect(jobFailure(new Error('ENOENT'), signal, 'n1').kind).toBe('cancelled');
  });

  it('is failed for something unexpected, which stays in the log', () => {
    const failure = jobFailure(new TypeError('x is undefined'), never, 'n1');
    expect(failure).toMatchObject({
      kind: 'failed',
      message: 'An internal error occurred on the node. See the log of the node.',
    });
  });

  it('does not say what a system call said', async () => {
    const error: unknown = await rename('/nowhere/a', '/nowhere/b').catch((reason: unknown) => reason);
    expect(jobFailure(error, never, 'n1').message).toBe(
      'An internal error occurred on the node. See the log of the node.',
    );
  });

  it('is interrupted when the disk of the node is full: others may have room', () => {
    const error = Object.assign(new Error("ENOSPC: no space left on device, copyfile '/a'"), { code: 'ENOSPC' });
    const reported = {
      kind: 'interrupted',
      code: 'unavailable',
      message: 'The disk of the node is full. Free some disk space.',
      waitsFor: 'disk',
    };
    expect(jobFailure(error, never, 'n1')).toMatchObject(reported);
  });

  it('names the broken source by its hash', () => {
    const sha256 = 'a'.repeat(64);
    const error = new FramemillError('invalid_request', 'no video stream', { sha256 });
    expect(jobFailure(error, never, 'n1')).toMatchObject({ kind: 'fatal', mediaSha256: sha256 });
  });

  it('leaves the retry of a child that the kernel killed for memory to the scheduler, and names its sources and memory', () => {
    const memory = { residentBytes: 900_000_000, isHigh: true };
    const lost = new ChildLost('oom', 'the machine ran out of memory', memory);
    expect(jobFailure(lost, never, 'n1')).toMatchObject({ kind: 'interrupted', code: 'quota_exceeded', oom: memory });
    const mediaSha256 = 'a'.repeat(64);
    expect(jobFailure(new FaultySource('its source ended it', mediaSha256, lost), never, 'n1')).toMatchObject({
      ...{ kind: 'interrupted', oom: memory, mediaSha256 },
    });
  });

  it('counts no fault against a source for a part of it that takes too long to reach', () => {
    const error = new FramemillError('invalid_request', 'too long', { sha256: 'a'.repeat(64), overBudget: true });
    expect(jobFailure(error, never, 'n1')).toEqual({
      ...{ kind: 'fatal', code: 'invalid_request', message: 'too long', nodeId: 'n1' },
    });
  });

  it('is over budget when a child was stuck, and names the source that does it alone', () => {
    const lost = new ChildLost('stuck', 'no progress for 15 s');
    expect(jobFailure(lost, never, 'n1')).toMatchObject({ kind: 'failed', code: 'over_budget' });
    expect(jobFailure(new FaultySource('its source ended it', 'a'.repeat(64), lost), never, 'n1')).toMatchObject({
      ...{ kind: 'failed', code: 'over_budget', mediaSha256: 'a'.repeat(64) },
    });
  });

  it('names the stored objects that have to be made again', () => {
    expect(jobFailure(new MissingObjects(['segments/a/b/c']), never, 'n1')).toMatchObject({
      kind: 'failed',
      missingKeys: ['segments/a/b/c'],
    });
  });
});
