import { readdir, readFile } from 'node:fs/promises';
import {
  ingestQueue,
  pools,
  previewHtmlQueue,
  previewQueue,
  probeQueue,
  reportQueue,
  transcribeQueue,
  workQueue,
} from '@framemill/scheduler/protocol';
import { describe, expect, it } from 'vitest';
import { jobKinds } from './index.ts';

const fingerprint = 'f'.repeat(64);

describe('job kinds', () => {
  it('lists every kind that has a file', async () => {
    const files = (await readdir(import.meta.dirname)).filter((name) => !/test|index|job-kind/.test(name));
    const sources = await Promise.all(files.map((name) => readFile(`${import.meta.dirname}/${name}`, 'utf8')));
    const defined = sources.flatMap((source) =>
      [...source.matchAll(/defineJob\(\{\s+name: '(.+)'/g)].map(([, name]) => name),
    );
    expect(jobKinds.map((kind) => kind.name).toSorted()).toEqual(defined.toSorted());
  });

  it('serves each queue of the cpu pool once', () => {
    const queues = jobKinds.map((kind) => kind.queue('cpu', fingerprint));
    const work = (['frames-cpu', 'audio', 'stitch'] as const).map((kind) => workQueue(kind, fingerprint));
    expect(queues.toSorted()).toEqual(
      [...work, previewQueue, probeQueue, transcribeQueue, reportQueue, ...Object.values(ingestQueue)].toSorted(),
    );
  });

  it.each(pools)('serves in the pool %s what its own engine draws, mixes and stitches', (pool) => {
    const work = ([`frames-${pool}`, 'audio', 'stitch'] as const).map((kind) => workQueue(kind, fingerprint));
    const queues = jobKinds.map((kind) => kind.queue(pool, fingerprint));
    expect(queues.filter((name) => name.endsWith(fingerprint.slice(0, 12))).toSorted()).toEqual(work.toSorted());
    expect(queues.includes(previewHtmlQueue)).toBe(pool === 'html');
  });

  it('finishes renders before it begins new ranges', () => {
    const byPriority = jobKinds.filter((kind) => kind.lane === 'slot').toSorted((a, b) => a.priority - b.priority);
    expect(byPriority.map((kind) => kind.name)).toEqual(['stitch', 'audio', 'frames']);
  });
});
