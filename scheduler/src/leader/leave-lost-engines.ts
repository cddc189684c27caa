import { chooseEngine, slotsByFingerprint } from '../policy/choose-engine.ts';
import { pools } from '../protocol/index.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';

/**
 * Plans renders again whose engine has no live node any more, as soon as another engine is available. Output of two
 * engines is never mixed in one file, so all segments are planned again. Without another engine the renders wait for
 * theirs.
 */
export async function leaveLostEngines(leader: LeaderContext, nowMs: number): Promise<void> {
  const { engineGraceMs, memory } = leader;
  const { leases, engineGoneSince } = memory;
  const alive = new Set(pools.flatMap((pool) => [...slotsByFingerprint(leases, pool).keys()]));
  const used = await leader.database.client.render.groupBy({
    by: ['fingerprint'],
    where: { status: { in: activeStatuses }, stage: { in: ['rendering', 'stitching'] } },
  });
  const gone = used.map(({ fingerprint }) => fingerprint).filter((name) => name !== null && !alive.has(name));
  for (const known of engineGoneSince.keys()) if (!gone.includes(known)) engineGoneSince.delete(known);
  // A GPU render continues on CPU nodes, and the other way round; renders with html clips are handled when they are
  // planned.
  if (chooseEngine(leases, 'cpu') === null && chooseEngine(leases, 'gpu') === null) return;
  for (const fingerprint of gone) {
    if (fingerprint === null) continue;
    const since = engineGoneSince.get(fingerprint) ?? nowMs;
    engineGoneSince.set(fingerprint, since);
    if (nowMs - since < engineGraceMs) continue;
    const { count } = await fenced(leader, (tx) =>
      tx.render.updateMany({
        where: { fingerprint, status: { in: activeStatuses }, stage: { in: ['rendering', 'stitching'] } },
        data: { stage: 'planning', epoch: leader.epoch },
      }),
    );
    leader.log.warn({ fingerprint, renders: count }, 'the last node of an engine is gone: planning again for another');
  }
}
