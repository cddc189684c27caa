import type { Database, Logger, ObjectStore } from '@framemill/infra';
import { defaultPlans, type Plans } from '../plans/index.ts';
import { objectKeys } from '../protocol/index.ts';
import { type Ages, defaultAges } from './ages.ts';
import { emptyReport, type ObjectKind, objectKinds, type SweepReport, type SweptKind } from './object-kinds.ts';
import {
  type DroppedArtifact,
  dropExcessArtifacts,
  dropOldArtifacts,
  sweepBatchRows,
  sweepEvents,
  sweepExpired,
  sweepRenderRows,
} from './sweep-rows.ts';

/** Dependencies of the sweep. */
export interface SweepDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly log: Logger;
  /** Called for every object that was removed. */
  readonly onSwept?: (kind: SweptKind, sizeBytes: number) => void;
  /** Plans that limit the accounts' storage; absent: the built-in plans. */
  readonly plans?: Plans;
}

/** Options of a sweep: the ages, and a signal to end it. */
export interface SweepOptions {
  readonly ages?: Partial<Ages>;
  /** Signal that ends the sweep between two batches. Removals that are done are not undone. */
  readonly signal?: AbortSignal;
}

const keysAtOnce = 500;
const deletesAtOnce = 16;

/**
 * Removes data that is no longer needed. Data of a render in progress is never removed. Safe to run concurrently with
 * all other work, and to be interrupted at any moment. Lists the whole store, which takes minutes when it is large. It
 * removes:
 * - segments by age and by the plan's storage, previews and frames by age, and objects to which no database row
 *   refers;
 * - rows of renders, and documents of batches, that ended long ago;
 * - expired sessions, invitations and OAuth records.
 */
export async function sweepStore(deps: SweepDeps, options: SweepOptions = {}): Promise<SweepReport> {
  const ages = { ...defaultAges, ...options.ages };
  const report = emptyReport();
  const stopped = () => options.signal?.aborted === true;
  const { database, plans = defaultPlans } = deps;
  const dropExcess: typeof dropOldArtifacts = (...input) => dropExcessArtifacts(plans, ...input);
  for (const drop of [dropOldArtifacts, dropExcess]) {
    for (let dropped = await drop(database, ages, new Date()); dropped.length > 0 && !stopped(); ) {
      report.rows.artifacts += dropped.length;
      await removeDropped(deps, report, dropped);
      dropped = await drop(database, ages, new Date());
    }
  }
  for (let renders = 1; renders > 0 && !stopped(); ) {
    renders = await sweepRenderRows(database, ages, new Date());
    report.rows.renders += renders;
  }
  for (let batches = 1; batches > 0 && !stopped(); ) {
    batches = await sweepBatchRows(database, ages, new Date());
    report.rows.batches += batches;
  }
  report.rows.events += await sweepEvents(database, ages, new Date());
  report.rows.expired += await sweepExpired(database, new Date());
  for (const kind of objectKinds) {
    if (stopped()) break;
    await sweepPrefix(deps, report, kind, ages, options.signal);
  }
  return report;
}

// The row was deleted first: a crash between the two leaves an orphan, never a row without its object.
async function removeDropped(deps: SweepDeps, report: SweepReport, dropped: DroppedArtifact[]): Promise<void> {
  const objects = dropped.map(({ accountId, contentKey, sha256, sizeBytes }) => ({
    key: objectKeys.segment(accountId, contentKey, sha256),
    sizeBytes: Number(sizeBytes),
  }));
  await remove(deps, report, 'segments', objects);
}

async function sweepPrefix(
  deps: SweepDeps,
  report: SweepReport,
  kind: ObjectKind,
  ages: Ages,
  signal: AbortSignal | undefined,
): Promise<void> {
  const now = new Date();
  const youngest = now.getTime() - kind.youngMs(ages);
  let candidates: { key: string; sizeBytes: number }[] = [];
  const flush = async () => {
    const some = candidates;
    candidates = [];
    if (some.length === 0) return;
    const keys = some.map(({ key }) => key);
    const wanted = await kind.wanted(deps.database, keys, ages, now);
    const unwanted = some.filter(({ key }) => !wanted.has(key));
    await remove(deps, report, kind.kind, unwanted);
  };
  for await (const { key, sizeBytes, modifiedAt } of deps.store.list(kind.prefix)) {
    if (signal?.aborted) return;
    if (modifiedAt.getTime() > youngest) continue;
    candidates.push({ key, sizeBytes });
    if (candidates.length >= keysAtOnce) await flush();
  }
  await flush();
}

async function remove(
  deps: SweepDeps,
  report: SweepReport,
  kind: SweptKind,
  objects: readonly { key: string; sizeBytes: number }[],
): Promise<void> {
  for (let start = 0; start < objects.length; start += deletesAtOnce) {
    const some = objects.slice(start, start + deletesAtOnce);
    await Promise.all(some.map(({ key }) => deps.store.delete(key)));
    for (const { sizeBytes } of some) {
      report.objects[kind] += 1;
      report.bytes[kind] += sizeBytes;
      deps.onSwept?.(kind, sizeBytes);
    }
  }
  if (objects.length > 0) deps.log.info({ kind, objects: objects.length }, 'swept');
}
