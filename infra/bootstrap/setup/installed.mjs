import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withSetupLock } from './setup-lock.mjs';
import { installPrograms, missingPrograms } from './system-packages.mjs';
import { installToolchain, planToolchain } from './toolchain.mjs';

/**
 * Installs what an installed npm package still needs: Node 24 in the user's cache folder, when the machine's own Node
 * is older, and redis-server, when this machine runs its own Redis. Returns the Node program that must run everything
 * else, and its environment variables.
 * @param {{
 *   machine: ReturnType<typeof import('./platform.mjs').thisMachine>; ownRedis: boolean; say: (line: string) => void
 * }} wanted
 * @returns {Promise<{ node: string; env: NodeJS.ProcessEnv }>}
 */
export async function setUpInstalled({ machine, ownRedis, say }) {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'framemill');
  const plan = planToolchain(cache, machine);
  if (!existsSync(plan.node)) {
    say(`Node ${machine.nodeVersion} is older than 24: a newer one is put into ${plan.tools}.`);
    await withSetupLock(plan.tools, say, () => installToolchain(plan));
  }
  const missing = missingPrograms({ tests: false, ownRedis });
  if (missing.length > 0) await installPrograms(missing);
  const env = {
    ...process.env,
    PATH: `${path.dirname(plan.node)}${path.delimiter}${process.env.PATH ?? ''}`,
    // Compiling takes half of the start time: each process loads what an earlier one has compiled.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(cache, 'compile-cache'),
  };
  return { node: plan.node, env };
}
