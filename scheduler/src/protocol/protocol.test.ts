import { describe, expect, it } from 'vitest';
import {
  commonProtocol,
  decodeFailure,
  encodeFailure,
  ingestPartsOf,
  jobIdOf,
  maxSegmentsPerJob,
  PROTOCOL_VERSION,
  ProtocolError,
  parsePreviewFrameJob,
  parseRenderRangeJob,
  parseRenderRangeResult,
  queueNames,
  type RenderRangeJob,
  sharedJobId,
  workQueue,
} from './index.ts';

const longId = 'x'.repeat(64);
function largestRenderRangeJob(): RenderRangeJob {
  return {
    v: PROTOCOL_VERSION,
    renderId: longId,
    accountId: longId,
    taskId: longId,
    attempt: 1_000_000,
    epoch: 1_000_000,
    fingerprint: 'f'.repeat(64),
    documentKey: `renders/${longId}/document.json`,
    segments: Array.from({ length: maxSegmentsPerJob }, (_, index) => ({
      index: 1_000_000 + index,
      startFrame: 100_000_000,
      endFrame: 100_000_060,
      contentKey: 'c'.repeat(64),
    })),
  };
}

describe('protocol', () => {
  it('keeps the largest frames payload below 2 KB', () => {
    const bytes = Buffer.byteLength(JSON.stringify(parseRenderRangeJob(largestRenderRangeJob())));
    expect(bytes).toBeLessThan(2048);
  });

  it('names the field that is wrong', () => {
    const job = { ...largestRenderRangeJob(), attempt: 0 };
    expect(() => parseRenderRangeJob(job)).toThrow(ProtocolError);
    expect(() => parseRenderRangeJob(job)).toThrow(/attempt/);
    expect(() => parseRenderRangeJob({ ...largestRenderRangeJob(), v: 2 })).toThrow(/\/v/);
  });

  it('takes one to nine times of a frame', () => {
    const job = { requestId: 'r1', documentKey: 'd', image: 'jpeg', scale: 0.5, outKey: 'o', v: PROTOCOL_VERSION };
    const nine = Array.from({ length: 9 }, (_, index) => index);
    for (const atSec of [0.5, [0.5], nine]) expect(parsePreviewFrameJob({ ...job, atSec }).atSec).toEqual(atSec);
    for (const atSec of [-1, [], [-1], [...nine, 9]]) {
      expect(() => parsePreviewFrameJob({ ...job, atSec })).toThrow(/atSec/);
    }
  });

  it('makes queue names and job ids that BullMQ takes', () => {
    for (const name of [...queueNames, workQueue('frames-cpu', 'a'.repeat(64)), jobIdOf('t1', 3)]) {
      expect(name).not.toContain(':');
    }
    expect(workQueue('audio', 'abcdef0123456789')).toBe('audio-abcdef012345');
    expect(sharedJobId('probe', 'm1')).toBe(sharedJobId('probe', 'm1'));
    expect(sharedJobId('probe', 'm1')).not.toBe(sharedJobId('probe', 'm2'));
  });

  it('carries a failure through an error message', () => {
    const failure = {
      kind: 'fatal',
      code: 'invalid_request',
      message: 'clip c1: no video stream',
      nodeId: 'n1',
    } as const;
    expect(decodeFailure(encodeFailure(failure))).toEqual(failure);
  });

  it('reads what nodes of the release before this one call a faulty page', () => {
    const page = { sha256: 'a'.repeat(64), reason: 'it hung' };
    const failure = { kind: 'failed', code: 'internal_error', message: 'it hung', culprit: page };
    expect(decodeFailure(JSON.stringify(failure))).toMatchObject({ kind: 'failed', faultyPage: page });
  });

  it('leaves nothing in a message that the ledger could not store, whoever wrote it', () => {
    const failure = { kind: 'failed', code: 'internal_error', nodeId: 'n1' } as const;
    const cutInHalf = `${'x'.repeat(1_999)}😀`;
    expect(decodeFailure(encodeFailure({ ...failure, message: cutInHalf })).message.isWellFormed()).toBe(true);
    expect(decodeFailure(JSON.stringify({ ...failure, message: 'a\0b' })).message).toBe('ab');
  });

  it('refuses figures that the ledger could not hold', () => {
    const hash = 'a'.repeat(64);
    const segment = { index: 0, contentKey: hash, sha256: hash, sizeBytes: 5_000_000_000, frames: 60 };
    const resultOf = (changes: object) => {
      const segments = [{ ...segment, ...changes }];
      return { segments, nodeId: 'n1', fetchMs: 1, renderMs: 1, uploadMs: 1 };
    };
    expect(parseRenderRangeResult(resultOf({}))).toEqual(resultOf({}));
    expect(() => parseRenderRangeResult(resultOf({ frames: 2 ** 31 }))).toThrow(/frames result: \/segments\/0\/frames/);
    expect(() => parseRenderRangeResult(resultOf({ sizeBytes: 1e19 }))).toThrow(
      /frames result: \/segments\/0\/sizeBytes/,
    );
  });

  it('counts a stalled job as interrupted and an unexpected throw as failed', () => {
    expect(decodeFailure('job stalled more than allowable limit').kind).toBe('interrupted');
    expect(decodeFailure('Cannot read properties of undefined')).toMatchObject({
      kind: 'failed',
      message: 'the node failed inside; its log says why',
    });
    expect(decodeFailure('{not json').kind).toBe('failed');
  });
});

describe('what is made of a media file', () => {
  it.each([
    ['video', true, ['sound', 'picture']],
    ['video', false, ['picture']],
    ['audio', true, ['sound']],
    ['image', false, ['picture']],
    ['lut', false, []],
    ['subtitle', false, []],
    ['font', false, []],
  ])('of a %s (with sound: %s) is %j', (kind, hasAudio, parts) => {
    expect(ingestPartsOf({ kind, hasAudio })).toEqual(parts);
  });
});

describe('versions', () => {
  it('agree on the newest that both sides speak', () => {
    const release = (oldestProtocolVersion: number, protocolVersion: number) => ({
      oldestProtocolVersion,
      protocolVersion,
    });
    expect(commonProtocol(release(1, 1), release(1, 1))).toBe(1);
    expect(commonProtocol(release(1, 3), release(2, 4))).toBe(3);
    expect(commonProtocol(release(2, 4), release(1, 3))).toBe(3);
    expect(commonProtocol(release(3, 4), release(1, 2))).toBeNull();
    expect(commonProtocol({ protocolVersion: 1 }, release(1, 2))).toBe(1);
    expect(commonProtocol({ protocolVersion: 3 }, release(1, 2))).toBeNull();
  });
});
