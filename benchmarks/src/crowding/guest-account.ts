import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { seedAccount } from '../stack/seed-accounts.ts';
import { type CrowdedService, readApiMetrics } from './crowded-service.ts';
import type { GuestStart } from './guest-report.ts';
import { writeProject } from './projects.ts';
import type { SlowServers } from './slow-servers.ts';

/**
 * Number of API keys of the measured account. One key, with its limit of 600 calls a minute, would not give enough
 * samples.
 */
const keys = 16;
const everyMs = 25;
const size = { width: 640, height: 360 };

/**
 * Creates the measured account. It has a project with a one-second video, a project with an HTML page, and a delivery
 * destination whose receiver is the measuring process.
 */
export async function makeGuest(
  { apiHost, database }: CrowdedService,
  { receiverPort, hasBrowser }: { receiverPort: number; hasBrowser: boolean },
): Promise<GuestStart> {
  const account = await seedAccount(database, { plan: 'enterprise', keys });
  const { accountId } = account;
  const url = `http://127.0.0.1:${receiverPort}/{fileName}`;
  const destination = await database.client.destination.create({
    data: {
      ...{ id: `dst_${randomUUID()}`, accountId, name: 'receiver', kind: 'put', fileName: '{renderId}' },
      ...{ settings: { url }, secret: JSON.stringify({ kind: 'put', url }) },
    },
  });
  return {
    ...{ type: 'start', apiHost, keys: account.keys, everyMs, destinationId: destination.id },
    filmProjectId: await writeProject(database, accountId, 'film', filmClips, size),
    pageProjectId: hasBrowser ? await writeProject(database, accountId, 'page', [pageClip], size) : null,
  };
}

const filmClips = [
  {
    ...{ id: 'disc', type: 'shape', start: 0, duration: 1, trackIndex: 0 },
    shape: { kind: 'ellipse', width: 200, height: 200, fill: '#2a9d8f' },
    kfX: [
      { time: 0, value: -200 },
      { time: 1, value: 200 },
    ],
  },
  {
    ...{ id: 'text', type: 'text', start: 0, duration: 1, trackIndex: 1 },
    textStyle: { content: '{{text|none}}', fontSize: 40, color: '#ffffff' },
  },
];
const pageClip = {
  ...{ id: 'page', type: 'html', start: 0, duration: 2, trackIndex: 0 },
  html: { html: '<b>Offer</b>', css: 'b { font-size: 60px; color: #fff }', js: "document.body.append('!')" },
};

/** Maximum time to wait for a cancel request, and for expensive calls to end, in ms. */
const mostMs = 5_000;

/** Parts of a running attack that `calm` needs: the service, its slow servers and the attacking account. */
interface Calmed {
  readonly service: CrowdedService;
  readonly slowServers: SlowServers;
  readonly accountId: string;
  readonly keys: readonly string[];
}

/**
 * Ends the unfinished work of the attacking account (renders, batches, deliveries, events), so that the next
 * measurement period measures only its own attacks.
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
