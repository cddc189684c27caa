import type { Database, Logger, Metrics, ObjectStore } from '@framemill/infra';

export interface SchedulerDeps {
  readonly database: Database;
  /** For the leader's lock, on a connection of its own. */
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly store: ObjectStore;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Scheduler {
  /** Whether this process leads now. */
  isLeader(): boolean;
  /** Ends the loop after the step in hand and gives the lead to another scheduler. */
  stop(): Promise<void>;
}

/** Runs a scheduler: it waits to become the leader, leads until stopped or deposed, and then waits again. */
export async function startScheduler(_deps: SchedulerDeps): Promise<Scheduler> {
  throw new Error('not built yet');
}
