import { jobKinds, pools, servedQueues, sharedQueues, workQueue } from '@framemill/scheduler/protocol';
import { describe, expect, it } from 'vitest';
import { nodeJobKinds } from './index.ts';

const fingerprint = 'f'.repeat(64);
const queuesIn = (pool: (typeof pools)[number]) =>
  nodeJobKinds.flatMap((kind) => [
    ...servedQueues(kind, { engines: { [pool]: fingerprint }, transcribes: true }).keys(),
  ]);

describe('job kinds', () => {
  it('lists every kind of the protocol', () => {
    expect(nodeJobKinds.map(({ name }) => name).toSorted()).toEqual(jobKinds.map(({ name }) => name).toSorted());
  });

  it('serves each queue of the cpu pool once', () => {
    const work = ['frames-cpu', 'audio', 'stitch'].map((base) => workQueue(base, fingerprint));
    const shared = ['preview', 'probe', 'transcribe', 'report', 'ingest-sound', 'ingest-picture'];
    expect(queuesIn('cpu').toSorted()).toEqual([...work, ...shared].toSorted());
    expect(sharedQueues.toSorted()).toEqual([...shared, 'preview-html'].toSorted());
  });

  it.each(pools)('serves in the pool %s what its own engine draws, mixes and stitches', (pool) => {
    const work = [`frames-${pool}`, 'audio', 'stitch'].map((base) => workQueue(base, fingerprint));
    const queues = queuesIn(pool);
    expect(queues.filter((name) => name.endsWith(fingerprint.slice(0, 12))).toSorted()).toEqual(work.toSorted());
    expect(queues.includes('preview-html')).toBe(pool === 'html');
  });

  it('serves transcriptions only where speech can be transcribed', () => {
    const transcribe = nodeJobKinds.filter(({ needsPocketsphinx }) => needsPocketsphinx);
    expect(transcribe.map(({ name }) => name)).toEqual(['transcribe']);
    for (const kind of transcribe) expect(servedQueues(kind, { engines: { cpu: fingerprint } }).size).toBe(0);
  });

  it('finishes renders before it begins new ranges', () => {
    const byPriority = nodeJobKinds.filter((kind) => kind.lane === 'slot').toSorted((a, b) => a.priority - b.priority);
    expect(byPriority.map((kind) => kind.name)).toEqual(['stitch', 'audio', 'frames']);
  });
});
