/** Names of the keys and channels that scheduler, nodes and API share. BullMQ's own keys are apart (`queuePrefix`). */
export const redisKeys = {
  /** Set of node ids that have written a lease; ids whose lease expired are removed by the scheduler. */
  nodes: 'fm:nodes',
  /** The lease of one node: JSON of `NodeLease`, expires after `leaseTtlMs`. */
  node: (nodeId: string) => `fm:node:${nodeId}`,
  /** Hash by pool: how fast a node renders, see `speeds/node-speeds.ts`. */
  nodeSpeed: (nodeId: string) => `fm:node-speed:${nodeId}`,
  /** What an operator wants of one node: see `node-order.ts`. */
  nodeOrder: (nodeId: string) => `fm:node-order:${nodeId}`,
  /** The id of the leading scheduler's object store, expires after `leaseTtlMs`: see `farm-store.ts`. */
  farmStore: 'fm:farm-store',
  /** JSON `{ accountId, record }`: mirror of the API's render record, expires after `mirrorTtlSec`. */
  render: (renderId: string) => `fm:render:${renderId}`,
  /** Set while a render is cancelled or failed and jobs of it may still sit in a queue: check it when a job starts. */
  cancelled: (renderId: string) => `fm:cancelled:${renderId}`,
  /** Set when one job is stopped whose work is done elsewhere: see `stop-message.ts`. */
  stopped: (jobId: string) => `fm:stopped:${jobId}`,
  /**
   * Sorted set of hashes of an account's pages that previews are refused for, by when that ends (ms): see
   * `client/page-memory.ts`.
   */
  faultyPages: (accountId: string) => `fm:faulty-pages:{${accountId}}`,
  /** Hash: why, by the same hashes. */
  faultyPageReasons: (accountId: string) => `fm:faulty-pages:{${accountId}}:reasons`,
  /** Set while a preview of this account's html clips is made. */
  pageTurn: (accountId: string) => `fm:page-turn:${accountId}`,
  /** Set while an account's previews of html clips come after those of others: one hung, crashed or left lately. */
  pagesLast: (accountId: string) => `fm:pages-last:${accountId}`,
} as const;

/** Channels on which processes tell each other what happened. Messages may be lost. */
export const redisChannels = {
  /** `{ renderId }`: stop every child that works for this render. */
  cancel: 'fm:cancel',
  /** `{ jobId }`: stop this job alone. Nodes that do not listen work on in vain, which harms nothing. */
  stop: 'fm:stop',
  /** `{ type, renderId, accountId }`: a render changed its state. A hint only; the truth is in Postgres. */
  events: 'fm:events',
  /** Finished pictures for one process that waits for them: see `frame-message.ts`. */
  pictures: (process: string) => `fm:pictures:${process}`,
  /**
   * JSON with a `type` of what happened to something of an account: `render` with its `record`, `media` with `mediaId`, `project` with
   * `projectId` and `rev`. For pages that show it; who must not miss one reads the database.
   */
  accountEvents: (accountId: string) => `fm:events:account:${accountId}`,
  /** JSON with a `type` of what happened to a project. */
  projectEvents: (projectId: string) => `fm:events:project:${projectId}`,
} as const;

/** A node refreshes its lease every `leaseRefreshMs`; without a refresh it is lost after `leaseTtlMs`. */
export const leaseRefreshMs = 1_000;
/** How long a node's lease holds after it was written, ms. */
export const leaseTtlMs = 6_000;
/** How long Redis keeps its copy of a render's state, seconds. */
export const mirrorTtlSec = 3_600;
/** How long Redis remembers that a render is cancelled, seconds. */
export const cancelledTtlSec = 3_600;
