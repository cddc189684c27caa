import { type NodeLease, type Pool, understands } from '../protocol/index.ts';

/** Pool and engine fingerprint to which a render is pinned. */
export interface Engine {
  readonly pool: Pool;
  readonly fingerprint: string;
  /** Whether every live node of the engine can copy sources, so that any of them can take the mux. */
  readonly copies: boolean;
  /** Whether every live node of the engine can produce segments of smart renders. */
  readonly smart: boolean;
}

/** Counts the slots of live nodes that take work of a pool, by fingerprint. Draining nodes are left out. */
export function slotsByFingerprint(leases: readonly NodeLease[], pool: Pool): Map<string, number> {
  const slots = new Map<string, number>();
  for (const lease of leases) {
    // A node with another protocol version could not read the jobs.
    if (!understands(lease) || lease.draining) continue;
    const fingerprint = lease.engines[pool];
    if (fingerprint !== undefined) slots.set(fingerprint, (slots.get(fingerprint) ?? 0) + lease.slots);
  }
  return slots;
}

/**
 * Chooses the engine for a new render: the fingerprint with the most slots in the pool. Equal ones are ordered by
 * name, so that every scheduler chooses the same. null when no live node serves the pool.
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
