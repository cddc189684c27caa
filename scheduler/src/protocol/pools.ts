/** The pools of nodes, by what draws their frames. */
export const pools = ['cpu', 'gpu', 'html'] as const;
/** A pool of nodes that render the same bytes. */
export type Pool = (typeof pools)[number];

/** A pool as stored with a render; one that this release does not know counts as `cpu`. */
export function parsePool(name: string): Pool {
  return pools.find((pool) => pool === name) ?? 'cpu';
}
