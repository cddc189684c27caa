import { describe, expect, it } from 'vitest';
import {
  audioJob,
  decodeFailure,
  encodeFailure,
  ingestJobs,
  ingestPartsOf,
  jobIdOf,
  jobKinds,
  maxSegmentsPerJob,
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  ProtocolError,
  parseNodeLease,
  previewFrameJob,
  probeJob,
  queueParts,
  type RenderRangeJob,
  renderRangeJob,
  reportJob,
  sharedQueues,
  stitchJob,
  transcribeJob,
  understands,
  WRITTEN_VERSION,
  workQueue,
  workQueues,
  writeNodeLease,
} from './index.ts';

const longId = 'x'.repeat(64);
function largestRenderRangeJob(): RenderRangeJob {
  return {
    v: WRITTEN_VERSION,
    renderId: longId,
    accountId: longId,
    taskId: longId,
    attempt: 1_000_000,
    epoch: 1_000_000,
    fingerprint: 'f'.repeat(64),
    documentKey: `renders/${longId}/document.json`,
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
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
    const bytes = Buffer.byteLength(JSON.stringify(renderRangeJob.parse(largestRenderRangeJob())));
    expect(bytes).toBeLessThan(2048);
  });

  it('names the field that is wrong', () => {
    const job = { ...largestRenderRangeJob(), attempt: 0 };
    expect(() => renderRangeJob.parse(job)).toThrow(ProtocolError);
    expect(() => renderRangeJob.parse(job)).toThrow(/attempt/);
    expect(() => renderRangeJob.parse({ ...largestRenderRangeJob(), v: 0 })).toThrow(/\/v/);
  });

  it('takes one to nine times of a frame', () => {
    const job = { requestId: 'r1', documentKey: 'd', image: 'jpeg', scale: 0.5, outKey: 'o', v: WRITTEN_VERSION };
    const nine = Array.from({ length: 9 }, (_, index) => index);
    for (const atSec of [0.5, [0.5], nine]) expect(previewFrameJob.parse({ ...job, atSec }).atSec).toEqual(atSec);
    for (const atSec of [-1, [], [-1], [...nine, 9]]) {
      expect(() => previewFrameJob.parse({ ...job, atSec })).toThrow(/atSec/);
    }
  });

  it('makes queue names and job ids that BullMQ takes', () => {
    for (const name of [...workQueues, ...sharedQueues, workQueue('frames-cpu', 'a'.repeat(64)), jobIdOf('t1', 3)]) {
      expect(name).not.toContain(':');
    }
    expect(workQueue('audio', 'abcdef0123456789')).toBe('audio-abcdef012345');
    expect(queueParts('audio-abcdef012345')).toEqual({ kind: 'audio', engine: 'abcdef012345' });
    for (const kind of sharedQueues) expect(queueParts(kind)).toEqual({ kind, engine: null });
    for (const kind of workQueues) expect(queueParts(workQueue(kind, 'none'))).toEqual({ kind, engine: 'none' });
  });

  it('keeps the names and ids of jobs that other software versions use', () => {
    const names = jobKinds.map(({ name, jobName, queues }) => [name, jobName, ...new Set(Object.values(queues))]);
    expect(names).toEqual([
      ['frames', 'frames', 'frames-cpu', 'frames-gpu', 'frames-html'],
      ['audio', 'audio', 'audio'],
      ['stitch', 'stitch', 'stitch'],
      ['frame', 'frame', 'preview', 'preview-html'],
      ['probe', 'probe', 'probe'],
      ['ingest-picture', 'ingest', 'ingest-picture'],
      ['ingest-sound', 'ingest', 'ingest-sound'],
      ['transcribe', 'transcribe', 'transcribe'],
      ['report', 'report', 'report'],
    ]);
    for (const kind of [renderRangeJob, audioJob, stitchJob])
      expect(kind.id({ taskId: 't1', attempt: 3 })).toBe('c_t1_3');
    expect(previewFrameJob.id({ requestId: 'r1' })).toBe('frame_82f3e9c695dc6b8d1b11818d5701919e286de8d4');
    expect(transcribeJob.id({ requestId: 'r1' })).toBe('c_r1_1');
    expect(probeJob.id({ mediaId: 'm1' })).toBe('probe_ca0df2c95aa144c1d0ff2ff3c8f967fdc1de9ef0');
    for (const [part, id] of [
      ['sound', 'ingest_2458e4e5ca14aeb9969ec6f6b87cf2c4e714cf59'],
      ['picture', 'ingest_44dc2aae4ad4c1c78f3883cc1c5a0a8c66d15dbc'],
    ] as const) {
      expect(ingestJobs[part].id({ mediaId: 'm1', part, attempt: 2 })).toBe(id);
    }
    expect(reportJob.id({ renderId: 'r1', attempt: 2 })).toBe('report_06ea13e19311a34d255bb4ffb93fc826dbd84aaf');
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
    expect(renderRangeJob.parseResult(resultOf({}))).toEqual(resultOf({}));
    expect(() => renderRangeJob.parseResult(resultOf({ frames: 2 ** 31 }))).toThrow(
      /frames result: \/segments\/0\/frames/,
    );
    expect(() => renderRangeJob.parseResult(resultOf({ sizeBytes: 1e19 }))).toThrow(
      /frames result: \/segments\/0\/sizeBytes/,
    );
  });

  it('counts a stalled job as interrupted and an unexpected throw as failed', () => {
    expect(decodeFailure('job stalled more than allowable limit').kind).toBe('interrupted');
    expect(decodeFailure('Cannot read properties of undefined')).toMatchObject({
      kind: 'failed',
      message: 'An internal error occurred on the node. See the log of the node.',
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
    ['animation', false, ['picture']],
    ['lut', false, []],
    ['subtitle', false, []],
    ['font', false, []],
    ['table', false, []],
  ])('of a %s (with sound: %s) is %j', (kind, hasAudio, parts) => {
    expect(ingestPartsOf({ kind, hasAudio })).toEqual(parts);
  });
});

describe('versions', () => {
  it('are understood by a node that reads the one that is written', () => {
    const node = (oldestProtocolVersion: number, protocolVersion: number) => ({
      oldestProtocolVersion,
      protocolVersion,
    });
    expect(understands(node(1, 1), 1)).toBe(true);
    expect(understands(node(1, 3), 2)).toBe(true);
    expect(understands(node(2, 3), 1)).toBe(false);
    expect(understands(node(1, 2), 3)).toBe(false);
    expect(understands({ protocolVersion: 1 }, 1)).toBe(true);
    expect(understands({ protocolVersion: 3 }, 1)).toBe(false);
  });

  it('are written in the oldest and read up to the newest', () => {
    const job = largestRenderRangeJob();
    expect(renderRangeJob.parse({ ...job, v: OLDEST_PROTOCOL_VERSION }).v).toBe(WRITTEN_VERSION);
    expect(renderRangeJob.parse({ ...job, v: PROTOCOL_VERSION }).v).toBe(PROTOCOL_VERSION);
    expect(() => renderRangeJob.parse({ ...job, v: PROTOCOL_VERSION + 1 })).toThrow(/\/v/);
  });
});

describe('a lease', () => {
  const rest = {
    ...{ nodeId: 'n', host: 'h', pid: 1, slots: 2, busy: 0, protocolVersion: 1, version: '0', memoryBytes: 0 },
    ...{ codecs: [], running: [], draining: false },
  };
  const [cpu, gpu, html] = ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64)];

  it('of a node of version 1 names one engine, and one with its browser', () => {
    const old = { ...rest, pools: ['cpu', 'html'], fingerprint: cpu, htmlFingerprint: html };
    expect(parseNodeLease(old)).toEqual({ ...rest, engines: { cpu, html } });
    expect(parseNodeLease({ ...rest, pools: ['cpu'], fingerprint: cpu })).toEqual({ ...rest, engines: { cpu } });
    expect(() => parseNodeLease(rest)).toThrow(/engine/);
  });

  it('says what a scheduler of version 1 looks for as well', () => {
    expect(JSON.parse(writeNodeLease({ ...rest, engines: { cpu, gpu, html } }))).toMatchObject({
      ...{ engines: { cpu, gpu, html }, pools: ['cpu', 'html'], fingerprint: cpu, htmlFingerprint: html },
    });
    // It would take another fingerprint for the engine of this pool.
    expect(JSON.parse(writeNodeLease({ ...rest, engines: { gpu } }))).toMatchObject({
      pools: ['gpu'],
      fingerprint: gpu,
    });
  });

  it('is read without the pools that this release does not know', () => {
    const lease = { ...rest, engines: { cpu, gpu } };
    expect(parseNodeLease({ ...lease, engines: { ...lease.engines, npu: html } })).toEqual(lease);
    expect(parseNodeLease(JSON.parse(writeNodeLease(lease)))).toEqual(lease);
  });
});
