import { type ObjectKind, objectKinds } from './object-kinds.ts';
import { limited, removeObjects, type Sweep, type SweepPart, storePosition } from './sweep.ts';

/** Parts of the sweep that remove objects, one per key prefix. */
export const objectParts: readonly SweepPart[] = objectKinds.map((kind) => ({
  name: kind.prefix,
  run: (sweep, position) => sweepPrefix(sweep, kind, position),
}));

const keysAtOnce = 500;

/**
 * Removes the unwanted objects among the next objects under a prefix. Ends after `keptPerPrefix` objects that stay, so
 * that the cost of a run does not depend on the size of the store. The position is the key of the last object that was
 * examined; a run that reaches the end of the prefix stores null, and the next run begins again. A batch that fails is
 * not repeated before that, so that one bad object cannot hold up all that follow it.
 */
async function sweepPrefix(sweep: Sweep, kind: ObjectKind, position: string | null): Promise<void> {
  const now = new Date();
  const youngest = now.getTime() - kind.youngMs(sweep.ages);
  const isWhole = sweep.keptPerPrefix === Number.POSITIVE_INFINITY;
  const start = isWhole ? null : position;
  let [seen, done] = [start, start];
  let kept = 0;
  let candidates: { key: string; sizeBytes: number }[] = [];
  const flush = async () => {
    const some = candidates;
    candidates = [];
    done = seen;
    if (some.length === 0) return;
    const keys = some.map(({ key }) => key);
    const wanted = await wantedOf(sweep, kind, keys, now);
    const unwanted = some.filter(({ key }) => !wanted.has(key));
    kept += some.length - unwanted.length;
    await removeObjects(sweep, kind.kind, unwanted);
  };
  try {
    for await (const { key, sizeBytes, modifiedAt } of sweep.store.list(kind.prefix, start ?? undefined)) {
      if (sweep.stopped()) return;
      seen = key;
      if (modifiedAt.getTime() > youngest) kept += 1;
      else candidates.push({ key, sizeBytes });
      if (candidates.length >= keysAtOnce) await flush();
      if (kept >= sweep.keptPerPrefix) return await flush();
    }
    await flush();
    done = null;
  } finally {
    if (done !== position) await limited(sweep, (tx) => storePosition(tx, kind.prefix, done));
  }
}

async function wantedOf(sweep: Sweep, kind: ObjectKind, keys: readonly string[], now: Date): Promise<Set<string>> {
  const { wanted } = kind;
  return wanted === null ? new Set() : limited(sweep, (tx) => wanted(tx, keys, sweep.ages, now));
}
