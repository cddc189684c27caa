import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readLeases } from '@framemill/scheduler/protocol';
import { until } from '../../measure/until.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import { processesIn, processTable } from '../stack/processes.ts';
import type { AuditLine } from './audit-line.ts';

/** Time limit for orphaned render processes to end, in ms. They check their connection between two frames. */
const orphanMs = 10_000;

/** Checks that nothing remains of stopped nodes: no process in a scratch folder, no scratch folder, no lease. */
export async function checkLeftovers(stack: ChaosStack): Promise<AuditLine[]> {
  await until('leftovers are gone', orphanMs, async () => (await leftovers(stack)).faults === 0).catch(() => undefined);
  const { strays, folders, jobFolders, leases } = await leftovers(stack);
  return [
    {
      check: 'no process left of a node that is gone',
      found: strays === null ? 'not looked for: no /proc on this system' : `${strays.length} processes`,
      ok: strays === null || strays.length === 0,
    },
    {
      check: 'no scratch folder, no lease left',
      found: `${folders.length} folders of dead nodes, ${jobFolders} folders of jobs, ${leases.length} leases of dead nodes`,
      ok: folders.length + jobFolders + leases.length === 0,
    },
  ];
}

async function leftovers(stack: ChaosStack) {
  const alive = stack.parts.filter((part) => part.isAlive());
  const root = join(stack.services.folder, 'scratch');
  const folders: string[] = [];
  let jobFolders = 0;
  for (const name of await readdir(root).catch(() => [])) {
    const owner = Number(name.split('~')[1]);
    if (!alive.some(({ pid }) => pid === owner)) folders.push(name);
    else
      jobFolders += (await readdir(join(root, name)).catch(() => [])).filter((entry) =>
        entry.startsWith('job-'),
      ).length;
  }
  const table = processTable();
  const ours = alive.map(({ pid }) => pid);
  const parentOf = (child: number) => table.find(({ pid }) => pid === child)?.parent ?? 0;
  // Includes processes whose folder was removed while they ran.
  const strays = processesIn(root)?.filter((pid) => !ours.includes(pid) && !ours.includes(parentOf(pid))) ?? null;
  const names = alive.map(({ name }) => name);
  const leases = (await readLeases(stack.redis)).filter(({ nodeId }) => !names.includes(nodeId));
  const faults = (strays?.length ?? 0) + folders.length + jobFolders + leases.length;
  return { strays, folders, jobFolders, leases, faults };
}
