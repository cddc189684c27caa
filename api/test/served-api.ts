import { type ScriptedNode, startScriptedNode } from './scripted-node.ts';
import { type StartOptions, startApi, type TestApi } from './start-api.ts';

/** An API and the node that serves it. */
export interface ServedApi extends TestApi {
  node: ScriptedNode;
}

/** Starts the API with a scripted node that answers its probes and frames; `close` ends both. */
export async function startServedApi(options: StartOptions = {}): Promise<ServedApi> {
  const api = await startApi(options);
  const node = await startScriptedNode(api.services.redisUrl, api.deps.store);
  return {
    ...api,
    node,
    async close() {
      await node.close();
      await api.close();
    },
  };
}
