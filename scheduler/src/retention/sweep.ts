import type { Database, Logger, ObjectStore, Prisma, TotalKind } from '@framemill/infra';
import type { Plans } from '../plans/index.ts';
import type { Ages } from './ages.ts';
import type { SweepReport, SweptKind } from './object-kinds.ts';

/** Dependencies of the sweep. */
export interface SweepDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly log: Logger;
  /** Called for every object that was removed. */
  readonly onSwept?: (kind: SweptKind, sizeBytes: number) => void;
  /** Called for every total that was wrong and has been repaired. */
  readonly onRepaired?: (kind: TotalKind) => void;
  /** Plans that limit the accounts' storage; absent: the built-in plans. */
  readonly plans?: Plans;
}

/** One run of the sweep: what its parts share. */
export interface Sweep extends Required<SweepDeps> {
  readonly ages: Ages;
  readonly report: SweepReport;
  /** Number of kept objects per prefix after which the next run continues. Infinity: the whole store is listed. */
  readonly keptPerPrefix: number;
  /** Time in ms after which PostgreSQL cancels a statement of the sweep. */
  readonly statementMs: number;
  /** Whether the sweep should end after the current batch. */
  stopped(): boolean;
}

/** Part of the sweep that runs, fails and is reported alone. */
export interface SweepPart {
  /** Name in the log, in the metric and in the table `SweepPart`. Parts that list objects have their key prefix. */
  readonly name: string;
  /** Removes what the part is for. `position` is the value that it last stored with `storePosition`; null: none. */
  run(sweep: Sweep, position: string | null): Promise<void>;
}

/**
 * Runs statements in one transaction in which PostgreSQL cancels each statement after `statementMs`. A client that
 * stops waiting for a result therefore leaves no statement that runs on.
 */
export function limited<T>(
  { database, statementMs }: Pick<Sweep, 'database' | 'statementMs'>,
  run: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  return database.client.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT set_config('statement_timeout', ${String(statementMs)}, true)`;
      return run(tx);
    },
    { maxWait: statementMs, timeout: 3 * statementMs },
  );
}

/** Calls `removeBatch`, which returns the number of removed rows, until it returns 0 or the sweep is stopped. */
export async function inBatches(
  sweep: Sweep,
  removeBatch: (tx: Prisma.TransactionClient) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (let last = 1; last > 0 && !sweep.stopped(); removed += last) last = await limited(sweep, removeBatch);
  return removed;
}

/** Stores the place at which the next run of a part begins; null: at the first. */
export async function storePosition(
  tx: Prisma.TransactionClient,
  name: string,
  position: string | null,
): Promise<void> {
  await tx.sweepPart.upsert({ where: { name }, create: { name, position }, update: { position } });
}

const removalsAtOnce = 16;

/** Removes objects from the store and counts them in the report. */
export async function removeObjects(
  { store, log, report, onSwept }: Sweep,
  kind: SweptKind,
  objects: readonly { key: string; sizeBytes: number }[],
): Promise<void> {
  for (let start = 0; start < objects.length; start += removalsAtOnce) {
    const some = objects.slice(start, start + removalsAtOnce);
    await Promise.all(some.map(({ key }) => store.delete(key)));
    for (const { sizeBytes } of some) {
      report.objects[kind] += 1;
      report.bytes[kind] += sizeBytes;
      onSwept(kind, sizeBytes);
    }
  }
  if (objects.length > 0) log.info({ kind, objects: objects.length }, 'swept');
}
