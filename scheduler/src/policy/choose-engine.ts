import { type NodeLease, type Pool, understands } from '../protocol/index.ts';

/** The pool and engine fingerprint that a render is pinned to. */
export interface Engine {
  readonly pool: Pool;
  readonly fingerprint: string;
  /** Every live node of it can copy sources: whichever takes the stitch. */
  readonly copies: boolean;
  /** Every live node of it can make segments of smart renders. */
  readonly smart: boolean;
}

/** Slots of live nodes by fingerprint that take work of a pool. A node that drains takes none. */
export function slotsByFingerprint(leases: readonly NodeLease[], pool: Pool): Map<string, number> {
  const slots = new Map<string, number>();
  for (const lease of leases) {
    // It could not read the jobs.
    if (!understands(lease) || lease.draining) continue;
    const fingerprint = lease.engines[pool];
    if (fingerprint !== undefined) slots.set(fingerprint, (slots.get(fingerprint) ?? 0) + lease.slots);
  }
  return slots;
}

/**
 * The engine for a new render: the fingerprint with the most slots in the pool; of equals the first by name, so that
 * every scheduler chooses the same. null when no live node serves the pool.
 */
export function chooseEngine(leases: readonly NodeLease[], pool: Pool): Engine | null {
  const bySlots = [...slotsByFingerprint(leases, pool)].filter(([, slots]) => slots > 0);
  bySlots.sort(([nameA, slotsA], [nameB, slotsB]) => slotsB - slotsA || (nameA < nameB ? -1 : 1));
  const best = bySlots[0];
  if (best === undefined) return null;
  const [fingerprint] = best;
  const all = (can: 'copies' | 'smart') =>
    leases.every((lease) => lease.engines[pool] !== fingerprint || lease[can] === true);
  return { pool, fingerprint, copies: all('copies'), smart: all('smart') };
}
