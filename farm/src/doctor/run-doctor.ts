import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RenderChild, type RenderChildOptions, startRenderChild } from '@framemill/compositor/child';
import type { Config } from '@framemill/infra';
import { childEnvironment } from '../children/child-environment.ts';
import type { NodeConfig } from '../node/node-config.ts';
import type { Check, Finding, Verdict } from './check.ts';
import { disk, gl, graphicsCard, memory, slots } from './machine.ts';
import { browser, codecs, licences, speech, speed } from './rendering.ts';
import { objectStore, redis } from './services.ts';

/** All checks, in the order of the report. */
export const checks: readonly Check[] = [
  slots,
  memory,
  disk,
  codecs,
  licences,
  gl,
  graphicsCard,
  browser,
  speech,
  speed,
  objectStore,
  redis,
];

/** Result of one check, with the check's name. */
export interface Diagnosis extends Finding {
  name: string;
}

/** Complete report. `verdict` is that of the worst check. */
export interface DoctorReport {
  verdict: Verdict;
  nodeId: string;
  checks: Diagnosis[];
}

/** Time limit of one check in ms, so that a check of a broken machine cannot block the report for ever. */
const checkLimitMs = 90_000;

/**
 * Checks whether this machine can be a node. Runs the checks sequentially, with one render child for all of them. Calls
 * `onChecked` with each result. A check that throws counts as failed, with the error's message.
 */
export async function runDoctor(
  { config, settings }: { config: Config; settings: NodeConfig },
  onChecked: (diagnosis: Diagnosis) => void = () => undefined,
  startChild: (options: RenderChildOptions) => RenderChild = startRenderChild,
): Promise<DoctorReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-doctor-'));
  let child: RenderChild | null = null;
  const runTask: Parameters<Check['run']>[0]['runTask'] = (task) => {
    child ??= startChild({ env: childEnvironment(process.env, folder), cwd: folder, detached: true });
    return child.run(task);
  };
  const found: Diagnosis[] = [];
  try {
    for (const check of checks) {
      const diagnosis = { name: check.name, ...(await examine(check, { config, settings, folder, runTask })) };
      found.push(diagnosis);
      onChecked(diagnosis);
    }
  } finally {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  }
  return { verdict: worst(found), nodeId: settings.nodeId, checks: found };
}

async function examine(check: Check, context: Parameters<Check['run']>[0]): Promise<Finding> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const message = `The check took longer than ${checkLimitMs / 1_000} s. Try again when the machine is less busy.`;
    timer = setTimeout(() => reject(new Error(message)), checkLimitMs);
  });
  try {
    return await Promise.race([check.run(context), late]);
  } catch (error) {
    return { verdict: 'fail', text: error instanceof Error ? error.message : String(error), details: {} };
  } finally {
    clearTimeout(timer);
  }
}

async function end(child: RenderChild | null): Promise<void> {
  if (child === null) return;
  child.kill('SIGKILL');
  await child.exited;
}

function worst(found: readonly Diagnosis[]): Verdict {
  if (found.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return found.some(({ verdict }) => verdict === 'warn') ? 'warn' : 'ok';
}
