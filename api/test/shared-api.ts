import { rmSync } from 'node:fs';
import { expect } from 'vitest';
import { startVendors, type Vendors } from './providers/vendors.ts';
import { type ScriptedNode, startScriptedNode } from './scripted-node.ts';
import { type StartOptions, startApi, type TestApi } from './start-api.ts';

/** Test API with a simulated farm node and simulated vendors. */
export interface ServedApi extends TestApi {
  node: ScriptedNode;
  /** Simulated providers that the API calls. */
  vendors: Vendors;
}

/**
 * Starts the API with a simulated farm node for probes and frames, and simulated vendors of every kind. `close` stops
 * all of them.
 */
export async function startServedApi(options: StartOptions = {}): Promise<ServedApi> {
  const vendors = await startVendors();
  const api = await startApi({ providers: vendors.env, ...options });
  const node = await startScriptedNode(api.services.redisUrl, api.deps.store);
  return {
    ...api,
    node,
    vendors,
    async close() {
      await node.close();
      await api.close();
      await vendors.close();
    },
  };
}

let plain: Promise<TestApi> | undefined;
let served: Promise<ServedApi> | undefined;

/**
 * Returns the API that all suites of this test process share; each suite creates its own accounts. `close` does not
 * stop the API: it only checks that all responses so far were declared. Use `startApi` instead in suites that stop a
 * service, need other settings, or read the rows of all accounts.
 */
export async function sharedApi(): Promise<TestApi> {
  plain ??= startApi().then(endWithProcess);
  return leftRunning(await plain);
}

/**
 * Returns a shared API like `sharedApi`, with a simulated farm node and simulated vendors. A suite must restore the
 * node's settings when it ends.
 */
export async function sharedServedApi(): Promise<ServedApi> {
  served ??= startServedApi().then(endWithProcess);
  return leftRunning(await served);
}

const addresses = new WeakMap<TestApi['app'], Promise<string>>();

/** Returns the address of the shared API. The first call makes it listen on a free port. */
export function sharedAddress({ app }: TestApi): Promise<string> {
  const address = addresses.get(app) ?? app.listen({ host: '127.0.0.1', port: 0 });
  addresses.set(app, address);
  return address;
}

function leftRunning<Api extends TestApi>(api: Api): Api {
  return { ...api, close: async () => expect(api.undeclared).toEqual([]) };
}

/**
 * Deletes the API's folder when the process ends. Its servers end with the process anyway, and its database with the
 * test run.
 */
function endWithProcess<Api extends TestApi>(api: Api): Api {
  process.once('exit', () => rmSync(api.services.folder, { recursive: true, force: true }));
  return api;
}
