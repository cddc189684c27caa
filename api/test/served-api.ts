import { startVendors, type Vendors } from './providers/vendors.ts';
import { type ScriptedNode, startScriptedNode } from './scripted-node.ts';
import { type StartOptions, startApi, type TestApi } from './start-api.ts';

/** An API with the node and the vendors that serve it. */
export interface ServedApi extends TestApi {
  node: ScriptedNode;
  /** The providers that it calls. */
  vendors: Vendors;
}

/**
 * Starts the API with a scripted node that answers its probes and frames, and vendors of every kind; `close` ends all.
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
