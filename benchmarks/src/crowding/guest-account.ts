import { randomUUID } from 'node:crypto';
import { seedAccount } from '../stack/seed-accounts.ts';
import type { CrowdedService } from './crowded-service.ts';
import type { GuestStart } from './guest-report.ts';
import { writeProject } from './projects.ts';

/** Number of keys. One key, with its limit of 600 calls a minute, would not give enough samples. */
const keys = 16;
const everyMs = 25;
const size = { width: 640, height: 360 };

/**
 * Creates the measured account with a one-second video project, an HTML page project, and a destination at the receiver
 * of its process.
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
