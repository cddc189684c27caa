import type { Metrics } from '../metrics/index.ts';
import type { Database } from './database.ts';

/** Pause in ms between two measurements. */
const everyMs = 5_000;

/**
 * Measures the time of an empty query for the metric, at once and then every 5 s. The time includes the wait for a free
 * connection of the pool. A query that fails counts with the time until its failure. The returned function ends this.
 */
export function watchDatabase({ client }: Database, { databaseSeconds }: Pick<Metrics, 'databaseSeconds'>): () => void {
  let isBusy = false;
  const look = async () => {
    if (isBusy) return;
    isBusy = true;
    const begunMs = performance.now();
    const outcome = await client.$queryRaw`SELECT 1`.then(
      () => 'ok',
      () => 'failed',
    );
    databaseSeconds.observe({ outcome }, (performance.now() - begunMs) / 1_000);
    isBusy = false;
  };
  void look();
  const timer = setInterval(() => void look(), everyMs).unref();
  return () => clearInterval(timer);
}
