import type { buildApp } from '@framemill/api';
import { FramemillError } from '@framemill/timeline';

/**
 * Names of the faults that `--plant` adds to the API on purpose, as a route of their own. A run with such a fault tests
 * that the benchmark detects it. `blocks` is a busy loop on the API's main thread. `buffers` sends large responses and
 * does not limit how much of them waits unread in memory.
 */
export const plants = ['blocks', 'buffers'] as const;
/** Name of a fault that `--plant` adds. */
export type Plant = (typeof plants)[number];

/** Path of the route with the fault that `--plant` adds. */
export const plantedPath = '/planted/';

/** The API's application. */
export type App = Awaited<ReturnType<typeof buildApp>>;

const busyMs = 100;
const answerBytes = 48_000_000;

/**
 * Adds to the application a route that behaves badly on purpose in the way that `name` says. Does nothing when `name`
 * is undefined. Throws `invalid_request` for an unknown name.
 */
export function mountPlant(app: App, name: string | undefined): void {
  if (name === undefined) return;
  const plant = plants.find((one) => one === name);
  if (plant === undefined)
    throw new FramemillError('invalid_request', `There is no planted fault "${name}". Use ${plants.join(' or ')}.`);
  app.get(`${plantedPath}:id`, (_request, reply) => {
    if (plant === 'buffers') return reply.type('application/octet-stream').send(Buffer.alloc(answerBytes, 1));
    const end = performance.now() + busyMs;
    while (performance.now() < end);
    return reply.send('done');
  });
}
