/** Redis keys that scheduler, nodes and API share. BullMQ's own keys have another prefix (`queuePrefix`). */
export const redisKeys = {
  /** Set of the ids of nodes that have written a lease; the scheduler removes ids whose lease expired. */
  nodes: 'fm:nodes',
  /** Lease of one node: JSON of `NodeLease`, expires after `leaseTtlMs`. */
  node: (nodeId: string) => `fm:node:${nodeId}`,
  /**
   * Redis hash of a node's render speeds: pool, or pool with kind of work -> measured and estimated time. See
   * `node-speeds.ts`.
   */
  nodeSpeed: (nodeId: string) => `fm:node-speed:${nodeId}`,
  /** Operator's instruction for one node: see `node-lease.ts`. */
  nodeOrder: (nodeId: string) => `fm:node-order:${nodeId}`,
  /** List of the latest joins and losses of nodes: see `../node-events.ts`. */
  nodeEvents: 'fm:node-events',
  /** Set of the ids of processes that report their state; readers remove ids whose report expired. */
  processes: 'fm:processes',
  /** Last report of one process: see `process-report.ts`. */
  process: (processId: string) => `fm:process:${processId}`,
  /** Id of the leading scheduler's object store, expires after `leaseTtlMs`: see `farm-store.ts`. */
  farmStore: 'fm:farm-store',
  /**
   * Copy of a render's record for the API, as JSON `{ accountId, record, readMs }`, or `{ removed: true }` after the
   * render was removed; expires after `mirrorTtlMs`.
   */
  render: (renderId: string) => `fm:render:${renderId}`,
  /** Flag that a render is cancelled or failed while jobs of it may still be queued: check it when a job starts. */
  cancelled: (renderId: string) => `fm:cancelled:${renderId}`,
  /** Flag that one job must stop, for example because another attempt has done its work: see `stop-messages.ts`. */
  stopped: (jobId: string) => `fm:stopped:${jobId}`,
  /**
   * Sorted set of the hashes of an account's pages for which previews are refused, by the time at which that ends
   * (ms): see `client/page-memory.ts`.
   */
  faultyPages: (accountId: string) => `fm:faulty-pages:{${accountId}}`,
  /** Redis hash of an account: page hash -> reason why previews of that page are refused. */
  faultyPageReasons: (accountId: string) => `fm:faulty-pages:{${accountId}}:reasons`,
  /** Lock that is held while a preview of this account's html clips is rendered. */
  pageTurn: (accountId: string) => `fm:page-turn:${accountId}`,
  /**
   * Flag that an account's previews of html clips have a lower priority than those of other accounts, because one of
   * the account's pages recently hung, crashed or navigated away.
   */
  pagesLast: (accountId: string) => `fm:pages-last:${accountId}`,
} as const;

/** Redis channels for notifications between processes. Messages may be lost. */
export const redisChannels = {
  /**
   * Channel for cancelled renders. The message `{ renderId }` means: stop every child process that works for this
   * render.
   */
  cancel: 'fm:cancel',
  /**
   * Channel for stopped jobs. The message `{ jobId }` means: stop only this job. A node that misses the message does
   * needless work, which is harmless.
   */
  stop: 'fm:stop',
  /**
   * Channel for render events. The message `{ type, renderId, accountId }` means that a render changed its state. Best
   * effort: the state itself is in PostgreSQL.
   */
  events: 'fm:events',
  /** Channel that carries finished images to one process that waits for them: see `jobs/preview-frame-job.ts`. */
  pictures: (process: string) => `fm:pictures:${process}`,
  /**
   * Channel for the open pages of an account. A message is JSON with a `type` that reports a change of one of an
   * account's records: `render` with its `record`, `render-removed` with `renderId`, `media` with `mediaId`, `project`
   * with `projectId` and `rev`. Best effort: a client that must not miss a change reads the database.
   */
  accountEvents: (accountId: string) => `fm:events:account:${accountId}`,
  /**
   * Channel for the open pages of a project. A message is JSON with a `type` that reports a change of the project or of
   * its comments.
   */
  projectEvents: (projectId: string) => `fm:events:project:${projectId}`,
} as const;

/**
 * Interval in ms at which a node refreshes its lease (sign of life). Without a refresh the node is lost after
 * `leaseTtlMs`.
 */
export const leaseRefreshMs = 1_000;
/** Lifetime of a node's lease after it was written, in ms. */
export const leaseTtlMs = 6_000;
/**
 * Lifetime in ms of the copy of a render's record in Redis. `active`: the render has not ended. Polls use no copy for
 * longer, so that they soon show what Redis or PostgreSQL lost in a failover. `ended`: the copy stays, so that a late
 * write cannot replace it by an earlier state.
 */
export const mirrorTtlMs = { active: 1_500, ended: 3_600_000 } as const;
/** Lifetime of the Redis flag that a render is cancelled, in seconds. */
export const cancelledTtlSec = 3_600;
