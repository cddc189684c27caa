import type { buildApp } from '@framemill/api';
import { FramemillError } from '@framemill/timeline';

/** Faults that `--plant` mounts as a route: a busy loop on the API's own thread, or answers that nobody reads and that nothing bounds. */
export const plants = ['blocks', 'buffers'] as const;
/** A planted fault. */
export type Plant = (typeof plants)[number];

/** Where the route of a planted fault is. */
export const plantedPath = '/planted/';

/** The API's application. */
export type App = Awaited<ReturnType<typeof buildApp>>;

const busyMs = 100;
const answerBytes = 48_000_000;

/** Mounts the route of a fault; without a name none. Throws `invalid_request` for a name that is no plant. */
export function mountPlant(app: App, name: string | undefined): void {
  if (name === undefined) return;
  const plant = plants.find((one) => one === name);
  if (plant === undefined) throw new FramemillError('invalid_request', `There is no plant "${name}".`);
  app.get(`${plantedPath}:id`, (_request, reply) => {
    if (plant === 'buffers') return reply.type('application/octet-stream').send(Buffer.alloc(answerBytes, 1));
    const end = performance.now() + busyMs;
    while (performance.now() < end);
    return reply.send('done');
  });
}
