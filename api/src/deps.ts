import type { Database, Logger, Metrics, ObjectStore, Redis } from '@framemill/infra';
import type { SchedulerClient } from '@framemill/scheduler';
import type { TextEngine } from '@framemill/timeline';
import type { BatchPool } from './batches/batch-pool.ts';
import type { UploadBudget } from './media/upload-budget.ts';
import type { MeasureText } from './projects/text-sizes.ts';

/** Everything the API works with. Whoever builds the app owns these and closes them after it. */
export interface ApiDeps {
  database: Database;
  /** A `producer` connection: commands fail at once when Redis is away. */
  redis: Redis;
  store: ObjectStore;
  scheduler: SchedulerClient;
  /** Where batches run that would hold up the API. */
  batches: BatchPool;
  /** How large a text comes out, for lint. */
  measureText: MeasureText;
  /** Lays out the texts of HTML previews. */
  textEngine: TextEngine;
  /** Public address of the service without a trailing slash: `docs_url` begins with it. */
  apiHost: string;
  log: Logger;
  metrics: Pick<Metrics, 'apiRequestSeconds' | 'authFailures' | 'rateLimited'>;
  /** Tests only: an answer that does not fit its declared schema becomes a 500. */
  checkResponses?: boolean;
}

/** What route handlers work with: the dependencies and what the app made of them. */
export interface RouteServices extends ApiDeps {
  uploadBudget: UploadBudget;
}
