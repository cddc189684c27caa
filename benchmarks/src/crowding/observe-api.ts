// Preloaded into the API process of the benchmark (`node --import`). It logs every route that the process serves, and
// mounts the planted one. At a signal it collects garbage.
import { channel } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { collectSignal } from './crowded-service.ts';
import { type App, mountPlant } from './plant.ts';

// Threads of the API inherit the option, but serve no routes.
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect: NonNullable<typeof globalThis.gc> = runInNewContext('gc');
  process.on(collectSignal, () => void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' }));
  channel('fastify.initialization').subscribe((message) => observe((message as Created).fastify));
}

interface Created {
  fastify: App;
}

function observe(app: App): void {
  const routes: { method: string; url: string }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) routes.push({ method: one, url });
  });
  mountPlant(app, process.env.CROWDING_PLANT);
  app.addHook('onListen', async () => {
    process.stdout.write(`${JSON.stringify({ msg: 'routes observed', routes })}\n`);
  });
}
