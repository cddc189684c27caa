/** Names of the node pools, by what renders their frames: CPU, GPU, or a browser for html clips. */
export const pools = ['cpu', 'gpu', 'html'] as const;
/** Name of a pool of nodes. */
export type Pool = (typeof pools)[number];

/** Parses the pool stored with a render; a pool that this software version does not support counts as `cpu`. */
export function parsePool(name: string): Pool {
  return pools.find((pool) => pool === name) ?? 'cpu';
}
