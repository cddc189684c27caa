import { clipThatNeedsBrowser, effectMilliseconds, type OutputProfile } from '@framemill/compositor/catalog';
import type { Document } from '@framemill/timeline';
import type { NodeLease, Pool } from '../protocol/index.ts';
import { chooseEngine } from './choose-engine.ts';
import { explainRoute, routeRender } from './route-render.ts';

/** The pool that would draw a render now. */
export interface PoolChoice {
  readonly pool: Pool;
  /** Why, in a sentence. */
  readonly reason: string;
  /** Processor milliseconds of looks a frame: an estimate by the clips. */
  readonly lookMs: number;
  /** Slots of the live nodes of that pool. */
  readonly slots: number;
}

/**
 * The pool that would draw this document now, and why: for quotes, by the rules of the planner. null: no live node could draw it. `leases` are those of the
 * live nodes (`readLeases`). Nodes come and go: the record of the render says who drew it.
 */
export function choosePool(
  { document, profile }: { document: Document; profile: Pick<OutputProfile, 'width' | 'height'> },
  leases: readonly NodeLease[],
): PoolChoice | null {
  const lookMs = effectMilliseconds(document, profile);
  const html = chooseEngine(leases, 'html');
  const engines = { cpu: chooseEngine(leases, 'cpu'), gpu: chooseEngine(leases, 'gpu') };
  const needsPages = clipThatNeedsBrowser(document) !== null;
  const route = needsPages ? html && { engine: html, reason: 'pages' as const } : routeRender(lookMs, engines);
  if (route === null) return null;
  const { pool, fingerprint } = route.engine;
  const slots = leases.reduce((sum, lease) => {
    return lease.engines[pool] === fingerprint && !lease.draining ? sum + lease.slots : sum;
  }, 0);
  return { pool, reason: explainRoute(route.reason, lookMs), lookMs, slots };
}
