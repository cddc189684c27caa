import type { Database, Redis } from '@framemill/infra';
import {
  ingestQueue,
  previewHtmlQueue,
  previewQueue,
  probeQueue,
  readLeases,
  reportQueue,
  transcribeQueue,
} from '../protocol/index.ts';
import { queueOfTask, queuesOfNode } from '../queues/work-queues.ts';

/**
 * Returns the sorted names of the queues in use now. These are the queues that every node serves, those of the live
 * nodes' engines, and those with dispatched work of an unfinished render.
 */
export async function knownQueues({ redis, database }: { redis: Redis; database: Database }): Promise<string[]> {
  const names = new Set<string>([
    previewQueue,
    previewHtmlQueue,
    probeQueue,
    transcribeQueue,
    reportQueue,
    ...Object.values(ingestQueue),
  ]);
  for (const lease of await readLeases(redis)) for (const name of queuesOfNode(lease)) names.add(name);
  const dispatched = await database.client.task.findMany({
    where: { status: 'RELEASED' },
    select: { kind: true, render: { select: { pool: true, fingerprint: true } } },
    distinct: ['renderId', 'kind'],
  });
  for (const { kind, render } of dispatched) names.add(queueOfTask({ kind }, render));
  return [...names].sort();
}
