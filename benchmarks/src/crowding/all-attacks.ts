import type { Attack } from './attack.ts';
import { heavyCalls } from './heavy-calls.ts';
import { heldAttacks } from './held-attacks.ts';
import { type DescribedRoute, type ObservedRoute, routeAttacks } from './route-attacks.ts';

/** Every attack on an API that serves these routes: those of each route, and those made by hand. */
export function allAttacks(observed: readonly ObservedRoute[], described: readonly DescribedRoute[]): Attack[] {
  return [...heavyCalls, ...heldAttacks, ...routeAttacks(observed, described)];
}
