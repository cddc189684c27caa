import { setInterval } from 'node:timers/promises';
import { percentile } from '../measure/statistics.ts';
import { type FilledStack, type Probe, queueAccounts } from './filled-stack.ts';

/** Response times of one kind of call. */
export interface CallFigures {
  readonly what: string;
  readonly calls: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Number of calls that were not answered with 200. */
  readonly failed: number;
}

/** Pause between two calls of one kind, in ms. */
const everyMs = 50;
/** Number of ticks of the calls after which the list of running renders is read again: a second. */
const readAgainAfter = 1_000 / everyMs;

interface Target {
  readonly path: string;
  readonly key: string;
}

/**
 * Sends 20 calls a second of each kind until `stop` is aborted: polls of queued renders, polls of renders of which a
 * node renders a range, and lists of renders. Does not wait for the response before the next call. `newest` is the
 * number of the render that was queued last.
 */
export async function watchCalls(
  { stack, probe, keys }: FilledStack,
  newest: number,
  stop: AbortSignal,
): Promise<CallFigures[]> {
  const sent = new Map<string, Promise<number | null>[]>();
  const send = (what: string, target: Target | undefined) => {
    if (target === undefined) return;
    const all = sent.get(what) ?? [];
    sent.set(what, all);
    all.push(timeOf(stack.apiHost, target));
  };
  try {
    let running: Target[] = [];
    let n = 0;
    for await (const _ of setInterval(everyMs, undefined, { signal: stop })) {
      if (n % readAgainAfter === 0) running = await runningRenders(probe, keys);
      // The renders that were queued last are dispatched last.
      const queued = newest - (n % queueAccounts);
      const keyOf = (id: number) => keys[id % queueAccounts] ?? '';
      if (queued > 0) send('poll of a queued render', { path: `/v1/renders/queued_${queued}`, key: keyOf(queued) });
      send('poll of a running render', running[n % Math.max(1, running.length)]);
      send('list of renders', { path: '/v1/renders', key: keyOf(n) });
      n += 1;
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return Promise.all([...sent].map(async ([what, times]) => figuresOf(what, await Promise.all(times))));
}

function figuresOf(what: string, times: readonly (number | null)[]): CallFigures {
  const answered = times.filter((ms) => ms !== null);
  const of = (share: number) => (answered.length === 0 ? Number.NaN : percentile(answered, share));
  return { what, calls: times.length, p50Ms: of(0.5), p99Ms: of(0.99), failed: times.length - answered.length };
}

/** Sends a call and returns its time until the end of the response in ms; null when it failed. */
async function timeOf(apiHost: string, { path, key }: Target): Promise<number | null> {
  const startedMs = performance.now();
  const response = await fetch(`${apiHost}${path}`, { headers: { authorization: `Bearer ${key}` } }).catch(() => null);
  await response?.arrayBuffer().catch(() => null);
  return response?.ok ? performance.now() - startedMs : null;
}

async function runningRenders(probe: Probe, keys: readonly string[]): Promise<Target[]> {
  const { rows } = await probe.query<{ id: string; accountId: string }>(
    `SELECT DISTINCT r.id, r."accountId" FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId"
       JOIN "Render" r ON r.id = t."renderId" WHERE a.outcome = 'running' LIMIT 200`,
  );
  return rows.map(({ id, accountId }) => ({
    path: `/v1/renders/${id}`,
    key: keys[Number(accountId.replace('acc_', '')) - 1] ?? '',
  }));
}
