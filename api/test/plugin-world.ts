import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { listen } from '@framemill/testing/local-server';
import manifest from '../plugin-example/manifest.json' with { type: 'json' };
import { createPluginServer } from '../plugin-example/server.ts';
import { runAdmin } from './admin-run.ts';
import type { TestApi } from './start-api.ts';

/** Registers a plugin as an operator does, and returns the secret with which its calls are signed. */
export async function addPlugin(api: TestApi, manifest: object, marketplace?: 'yes' | 'no'): Promise<string> {
  const file = path.join(await folderForTests(api), 'manifest.json');
  await writeFile(file, JSON.stringify(manifest));
  const options = marketplace ? ['--marketplace', marketplace] : [];
  return (await runAdmin(api, 'plugin', 'add', file, ...options)).secret;
}

/** Creates a folder that is deleted with the suite's services. */
export function folderForTests(api: TestApi): Promise<string> {
  return mkdtemp(path.join(api.services.folder, 'plugins-'));
}

const served = new WeakSet<TestApi>();

/**
 * Starts a server of the example plugin on this machine and registers the plugin, once per API. The server ends with
 * the process.
 */
export async function servePalette(api: TestApi): Promise<void> {
  if (served.has(api)) return;
  served.add(api);
  let secret = '';
  const server = createServer((request, response) => createPluginServer(secret).emit('request', request, response));
  const { url } = await listen(server.unref());
  secret = await addPlugin(api, { ...manifest, endpoint: url });
}
