import { setTimeout as wait } from 'node:timers/promises';
import { openClient } from '@framemill/infra';
import { at } from '../../stack/call.ts';
import type { Client } from './lost-commits.ts';
import {
  goneRank,
  isEnded,
  judgePolls,
  type Outage,
  type Poll,
  type PollFigures,
  rankOf,
  type Span,
} from './poll-age.ts';

/** Render that is polled, with all answers and all samples of its row in the database. */
interface Watched {
  readonly id: string;
  readonly key: string;
  readonly polls: Poll[];
  readonly spans: Span[];
  isWatched: boolean;
}

/** Figures of all polls. */
export interface WatchFigures extends PollFigures {
  /** Number of polls without an answer, or with an error. */
  readonly unanswered: number;
  /** Longest time without any answer, in ms. */
  readonly silenceMs: number;
}

/** Pollers of renders, and the samples of the database with which their answers are compared. */
export interface Watch {
  /** Polls a render from now on, and for 20 s after its end. Resolves at its end, or when it is gone. */
  follow(id: string, key: string): Promise<void>;
  /** Marks the time of a failover: `begin` before it, and the returned function when the service is back. */
  begin(): () => void;
  figures(): WatchFigures;
  stop(): Promise<void>;
}

/** Pauses in ms: between samples of the database, between polls of a render, and of a render that has ended. */
const sampleMs = 100;
const pollMs = 150;
const endedPollMs = 1_000;
/** Time in ms for which a render is polled after its end. */
const afterEndMs = 20_000;
const answerMs = 10_000;

/**
 * Starts to sample the database at `databaseUrl`, which is its primary at any time. Polls go to the API at `apiHost`.
 */
export function startWatch(apiHost: string, databaseUrl: string): Watch {
  const renders: Watched[] = [];
  const outages: Outage[] = [];
  const followers = new Set<Promise<void>>();
  let unanswered = 0;
  let silenceMs = 0;
  let answeredMs: number | null = null;
  let going = true;

  const sampling = (async () => {
    let client: Client | null = null;
    while (going) {
      try {
        client ??= await openClient(databaseUrl, { connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
        await sample(client, renders);
      } catch {
        // The database is failing over.
        await client?.end().catch(() => undefined);
        client = null;
      }
      await wait(sampleMs);
    }
    await client?.end();
  })();

  const poll = async ({ id, key, polls }: Watched): Promise<number | null> => {
    const sentMs = Date.now();
    const rank = await shownRank(`${apiHost}/v1/renders/${id}`, key).catch(() => null);
    if (rank === null) {
      unanswered += 1;
      return null;
    }
    const nowMs = Date.now();
    polls.push({ sentMs, answeredMs: nowMs, rank });
    silenceMs = Math.max(silenceMs, nowMs - (answeredMs ?? nowMs));
    answeredMs = nowMs;
    return rank;
  };
  const track = async (render: Watched, onEnd: () => void) => {
    let endedMs: number | null = null;
    while (going && (endedMs === null || Date.now() < endedMs + afterEndMs)) {
      const rank = await poll(render);
      if (rank !== null && (isEnded(rank) || rank === goneRank)) {
        endedMs ??= Date.now();
        onEnd();
      } else if (rank !== null) endedMs = null;
      await wait(endedMs === null ? pollMs : endedPollMs);
    }
    render.isWatched = false;
    onEnd();
  };
  return {
    follow(id, key) {
      const render: Watched = { id, key, polls: [], spans: [], isWatched: true };
      renders.push(render);
      return new Promise<void>((resolve) => {
        const following = track(render, resolve).finally(() => followers.delete(following));
        followers.add(following);
      });
    },
    begin() {
      const outage: Outage = { fromMs: Date.now(), toMs: null };
      outages.push(outage);
      return () => {
        outage.toMs = Date.now();
      };
    },
    figures() {
      const all = renders.map(({ polls, spans }) => judgePolls(polls, spans, outages));
      return {
        judged: all.reduce((sum, { judged }) => sum + judged, 0),
        oldestMs: Math.max(0, ...all.map(({ oldestMs }) => oldestMs)),
        backwards: all.reduce((sum, { backwards }) => sum + backwards, 0),
        unanswered,
        silenceMs,
      };
    },
    async stop() {
      going = false;
      await Promise.all([sampling, ...followers]);
    },
  };
}

async function sample(client: Client, renders: readonly Watched[]): Promise<void> {
  const watched = renders.filter(({ isWatched }) => isWatched);
  const fromMs = Date.now();
  const { rows } = await client.query<{ id: string; status: string; progress: number }>(
    'SELECT id, status, progress FROM "Render" WHERE id = ANY($1)',
    [watched.map(({ id }) => id)],
  );
  const seenMs = Date.now();
  const states = new Map(rows.map((row) => [row.id, rankOf(row)]));
  for (const { id, spans } of watched) {
    const rank = states.get(id) ?? goneRank;
    const last = spans.at(-1);
    if (last?.rank === rank) last.toMs = fromMs;
    else spans.push({ rank, fromMs, seenMs, toMs: fromMs });
  }
}

/** Polls a render. Returns the rank of the state that the API shows; null: an error. Throws without an answer. */
async function shownRank(url: string, key: string): Promise<number | null> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(answerMs) });
  const body: unknown = await answer.json();
  if (answer.status === 404) return goneRank;
  if (!answer.ok) return null;
  return rankOf({ status: String(at(body, 'render', 'status')), progress: Number(at(body, 'render', 'progress')) });
}
