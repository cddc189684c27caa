import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withSetupLock } from './setup-lock.mjs';
import { installPrograms, missingPrograms } from './system-packages.mjs';
import { installToolchain, planToolchain } from './toolchain.mjs';

/**
 * What an installed package lacks: Node 24 where the machine's own is older, which is put into the user's cache, and redis-server where
 * this machine runs its own. Returns the Node to run everything else with, and its environment.
 * @param {{ machine: ReturnType<typeof import('./platform.mjs').thisMachine>; ownRedis: boolean; say: (line: string) => void }} wanted
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
    // Compiling is half of a start: what one process has compiled, the next one loads.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(cache, 'compile-cache'),
  };
  return { node: plan.node, env };
}
