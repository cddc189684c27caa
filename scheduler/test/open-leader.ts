import { createMetrics, noTracing } from '@framemill/infra';
import type { Stack } from '@framemill/testing/stack';
import { emptyMemory, type LeaderContext } from '../src/leader/context.ts';
import { defaultPlans } from '../src/plans/index.ts';
import { createWorkQueues } from '../src/work-queues.ts';

/** Creates the context of a leader, with which a test can call a single step. */
export function openLeader(stack: Stack, epoch: number): LeaderContext & { close(): Promise<void> } {
  const { database, redis, store, log, services } = stack;
  const ignore = () => undefined;
  const report = { onError: ignore, onReady: ignore };
  const queues = createWorkQueues({ redis, redisUrl: services.redisUrl, onFinished: ignore, report });
  const metrics = createMetrics('scheduler');
  const memory = emptyMemory();
  return {
    ...{ epoch, database, redis, store, log, metrics, tracing: noTracing, queues, memory, plans: defaultPlans },
    ...{ lossPatienceMs: 300, engineGraceMs: 15_000 },
    close: () => queues.close(),
  };
}
