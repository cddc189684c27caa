import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { type ServedApi, startServedApi } from './served-api.ts';
import { startApi, type TestApi } from './start-api.ts';

let plain: Promise<TestApi> | undefined;
let served: Promise<ServedApi> | undefined;

/**
 * Returns the API of this worker process, which the suites of several files share: their accounts keep them apart. It
 * ends with the process, and `close` only checks that every answer so far was declared. Start an own one (`startApi`)
 * to stop a service, to configure something else, or to look at rows of all accounts.
 */
export async function sharedApi(): Promise<TestApi> {
  plain ??= startApi().then(endWithProcess);
  return leftRunning(await plain);
}

/** Returns the shared API with a scripted node and vendors; as `sharedApi`. A suite leaves the node as it found it. */
export async function sharedServedApi(): Promise<ServedApi> {
  served ??= startServedApi().then(endWithProcess);
  return leftRunning(await served);
}

const addresses = new WeakMap<TestApi['app'], Promise<string>>();

/** Returns the address of the shared API, which listens on a port of its own from the first call on. */
export function sharedAddress({ app }: TestApi): Promise<string> {
  const address = addresses.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 });
  addresses.set(app, address);
  return address;
}

function leftRunning<Api extends TestApi>(api: Api): Api {
  return { ...api, close: async () => expect(api.undeclared).toEqual([]) };
}

/** The servers of a worker end with it, its database with the run; its folder is what would be left. */
function endWithProcess<Api extends TestApi>(api: Api): Api {
  process.once('exit', () => rmSync(api.services.folder, { recursive: true, force: true }));
  return api;
}
