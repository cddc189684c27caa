import type { Moment } from '../graph/graph-node.ts';
import type { Edge } from '../graph/values.ts';
import { around } from './around.ts';

/** What a blur finds beyond the picture: its own edge where it fills its box, nothing where it has an outline. */
export function blurEdge(moment: Moment): 'transparent' | 'clamp' {
  return moment.edge ?? 'transparent';
}

/** What bent or shifted pixels find there: the picture mirrored, so that no bare border moves in. */
export function bendEdge(moment: Moment): Edge {
  return moment.edge === 'clamp' ? 'mirror' : 'transparent';
}

/** How far a pattern over the picture goes on beyond its box: as far as an outline may reach; not where the picture fills its box. */
export function roomBeyond(moment: Moment): number {
  return moment.edge === 'clamp' ? 0 : around;
}
