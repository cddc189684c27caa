import { setTimeout as wait } from 'node:timers/promises';
import { type CrowdedService, readApiMetrics } from './crowded-service.ts';
import type { SlowServers } from './slow-servers.ts';

/** Maximum time to wait for a cancel request, and for heavy calls to end, in ms. */
const mostMs = 5_000;

/** Service and crowding account to calm down. */
interface Calmed {
  readonly service: CrowdedService;
  readonly slowServers: SlowServers;
  readonly accountId: string;
  readonly keys: readonly string[];
}

/**
 * Ends the work that the crowding account has left: renders, batches, deliveries and events. The next window then
 * measures only its own attacks.
 */
export async function calm({ service, slowServers, accountId, keys }: Calmed): Promise<void> {
  const { client } = service.database;
  const open = { accountId, status: { in: ['PENDING', 'PROCESSING'] } };
  const [batches, renders] = await Promise.all([
    client.batch.findMany({ where: { accountId, status: 'PROCESSING' }, select: { id: true } }),
    client.render.findMany({ where: { ...open, parentId: null }, select: { id: true } }),
  ]);
  let sent = 0;
  const cancel = async (path: string) => {
    const authorization = `Bearer ${keys[sent++ % keys.length]}`;
    const signal = AbortSignal.timeout(mostMs);
    const url = `${service.apiHost}/v1/${path}/cancel`;
    // A service that does not respond in time is part of the measurement: the suite does not wait for it.
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, signal }).catch(() => null);
    await answer?.body?.cancel();
  };
  // Batches are cancelled first: they would start the next items.
  for (const { id } of batches) await cancel(`batches/${id}`);
  await Promise.all(renders.map(({ id }) => cancel(`renders/${id}`)));
  await client.delivery.updateMany({
    where: { accountId, status: { in: ['PENDING', 'SENDING'] } },
    data: { status: 'CANCELLED', nextTryAt: null },
  });
  await client.webhookDelivery.updateMany({
    where: { endpoint: { accountId }, status: 'PENDING' },
    data: { status: 'FAILED', nextTryAt: null },
  });
  slowServers.drop();
  const until = performance.now() + mostMs;
  while (performance.now() < until && (await readApiMetrics(service.metricsUrl)).heavyCalls > 0) await wait(100);
}
