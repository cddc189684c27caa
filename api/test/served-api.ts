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
