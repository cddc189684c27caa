import { readdir, readFile } from 'node:fs/promises';
import {
  ingestQueue,
  previewHtmlQueue,
  previewQueue,
  probeQueue,
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
    const queues = jobKinds.map((kind) => kind.queue(fingerprint));
    const work = (['frames-cpu', 'audio', 'stitch'] as const).map((kind) => workQueue(kind, fingerprint));
    expect(queues.toSorted()).toEqual(
      [...work, previewQueue, probeQueue, transcribeQueue, ...Object.values(ingestQueue)].toSorted(),
    );
  });

  it('serves with a browser what pictures of html clips take as well, under the name of engine and browser', () => {
    const work = (['frames-html', 'audio', 'stitch'] as const).map((kind) => workQueue(kind, fingerprint));
    const queues = jobKinds.flatMap((kind) => kind.htmlQueue?.(fingerprint) ?? []);
    expect(queues.toSorted()).toEqual([...work, previewHtmlQueue].toSorted());
  });

  it('finishes renders before it begins new ranges', () => {
    const byPriority = jobKinds.filter((kind) => kind.lane === 'slot').toSorted((a, b) => a.priority - b.priority);
    expect(byPriority.map((kind) => kind.name)).toEqual(['stitch', 'audio', 'frames']);
  });
});
