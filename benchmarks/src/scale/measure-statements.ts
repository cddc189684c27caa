import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, createLogger, createMetrics, createObjectStore } from '@framemill/infra';
import { startScheduler } from '@framemill/scheduler';
import { type Reads, readsOf, recordStatements, type Statement } from '@framemill/testing/recorded-statements';
import { FramemillError } from '@framemill/timeline';
import { addressOf } from '../chaos/stack/chaos-stack.ts';
import { type FilledStack, queueEngine } from './filled-stack.ts';
import { callHeader, readRecorded } from './recorded-calls.ts';

/** Rows and pages of the filled database that a statement of a background loop, or a whole call, reads. */
export interface ReadFigures {
  /** Process or kind of call. */
  readonly who: 'API at rest' | 'leader at rest' | 'one thing' | 'list' | 'page' | 'sweep';
  /** SQL text of the statement, or name of the call. */
  readonly what: string;
  /** Rows of tables that were read; null: not counted. */
  readonly rows: number | null;
  /** Pages of 8 kB that were read. */
  readonly buffers: number;
  /** Largest number of pages that is wanted; null: none. */
  readonly limit: number | null;
}

/** Largest numbers of pages (8 kB): of a statement at rest, and of all statements of a call. */
const limits = { atRest: 1_000, one: 200, list: 200, listRow: 5, page: 5_000 };

/** Time for which the loops are recorded, in ms. All of them begin their first run at once. */
const restMs = 8_000;
/** Number of executions of one statement that are measured. */
const executionsEach = 10;

/**
 * Measures what the statements of a service at rest read, and what calls of the API read. Records the statements of an
 * API process and of a leader, and executes them again with EXPLAIN. Throws when a call is not answered with 200.
 */
export async function measureStatements(filled: FilledStack, log: (line: string) => void): Promise<ReadFigures[]> {
  const { stack, apiDatabaseUrl } = filled;
  const file = join(stack.services.folder, 'statements.txt');
  const api = await stack.startApi({
    DATABASE_URL: apiDatabaseUrl,
    STATEMENTS_FILE: file,
    NODE_OPTIONS: `--import=${new URL('./record-statements.ts', import.meta.url).href}`,
  });
  try {
    log('scale: statements of the API and of a leader at rest');
    const leader = await recordLeader(filled);
    log('scale: calls of the API');
    const calls = await sendCalls(filled, addressOf(api));
    const recorded = readRecorded(file);
    const loops = recorded.filter(({ call }) => call === null);
    const url = stack.services.databaseUrl;
    const figures = [...(await atRest(url, 'leader at rest', leader)), ...(await atRest(url, 'API at rest', loops))];
    for (const { who, name, shown } of calls) {
      const own = recorded.filter(({ call }) => call === name);
      if (own.length === 0)
        throw new FramemillError('internal_error', `No statement of the call "${name}" was recorded.`);
      figures.push({ who, what: name, ...sumOf(await readsOf(url, own)), limit: limitOf(who, shown) });
    }
    return figures;
  } finally {
    await api.stop();
  }
}

/** Records the statements of a leader in this process, with a node of four slots and without work. */
async function recordLeader({ stack }: FilledStack): Promise<Statement[]> {
  const { databaseUrl, redisUrl, objects } = stack.services;
  const node = await stack.startNoopNode(4, { msPerRange: 0, fingerprint: queueEngine });
  const database = createDatabase(databaseUrl);
  const store = await createObjectStore(objects);
  const parts = { log: createLogger('scale', { level: 'silent' }), metrics: createMetrics('scheduler') };
  try {
    return await recordStatements(databaseUrl, async () => {
      const scheduler = await startScheduler({ database, databaseUrl, redisUrl, store, ...parts });
      await wait(restMs);
      await scheduler.stop();
    });
  } finally {
    store.close();
    await database.close();
    await node.stop();
  }
}

/** Measures each text once per execution, and keeps the execution that read most. */
async function atRest(url: string, who: ReadFigures['who'], statements: readonly Statement[]): Promise<ReadFigures[]> {
  const figures: ReadFigures[] = [];
  for (const [text, all] of Map.groupBy(statements, (one) => one.text)) {
    const reads = await readsOf(url, all.slice(-executionsEach));
    const most = reads.reduce((a, b) => (b.pages > a.pages ? b : a));
    figures.push({ who, what: text, rows: most.rows, buffers: most.pages, limit: limits.atRest });
  }
  return figures.sort((a, b) => b.buffers - a.buffers);
}

function sumOf(reads: readonly Reads[]): { rows: number; buffers: number } {
  return reads.reduce((sum, { rows, pages }) => ({ rows: sum.rows + rows, buffers: sum.buffers + pages }), {
    rows: 0,
    buffers: 0,
  });
}

function limitOf(who: ReadFigures['who'], shown: number): number {
  if (who === 'list') return limits.list + limits.listRow * shown;
  return who === 'one thing' ? limits.one : limits.page;
}

/** Call that was made. `name` is its method and address; `shown` is the number of rows that a list shows or counts. */
interface SentCall {
  readonly who: 'one thing' | 'list' | 'page';
  readonly name: string;
  readonly shown: number;
}

const oneThing = [
  ...['/v1/me', '/v1/usage', '/v1/renders/rnd_5', '/v1/media/med_5', '/v1/projects/prj_5', '/v1/batches/bat_5'],
  ...['/v1/destinations/dst_100', '/api/studio/session'],
];
/** Lists, with the prefix of the ids of their rows. */
const lists = {
  '/v1/renders': 'rnd',
  '/v1/media': 'med',
  '/v1/projects': 'prj',
  '/v1/batches': 'bat',
  '/v1/destinations': 'dst',
  '/api/studio/ledger': 'led',
};
const itemsOfBatch = 20;
const pages = [
  ...['accounts', 'installation', 'plans', 'quarantine', 'queues', 'farm'].map(
    (name) => `/api/studio/operators/${name}`,
  ),
  ...['/api/developer/keys', '/api/developer/webhooks', '/api/developer/webhooks/whe_1/deliveries'],
];

async function sendCalls(filled: FilledStack, host: string): Promise<SentCall[]> {
  const sent: SentCall[] = [];
  const send = async (who: SentCall['who'], path: string, name = `GET ${path}`, countedEach = 0) => {
    const isPublic = path.startsWith('/v1/');
    const response = await fetch(`${host}${path}`, {
      headers: {
        ...(isPublic ? { authorization: `Bearer ${filled.keys[0]}` } : { cookie: filled.cookie }),
        [callHeader]: name,
      },
    });
    const text = await response.text();
    if (!response.ok)
      throw new FramemillError('provider_error', `${name} returned HTTP status ${response.status}: ${text}`);
    sent.push({ who, name, shown: rowsShown(JSON.parse(text)) * (1 + countedEach) });
  };
  for (const path of oneThing) await send('one thing', path);
  // The items of an ended batch are counted when the batch is first shown, and never again.
  await send('list', '/v1/batches', 'GET /v1/batches, whose items are counted', itemsOfBatch);
  for (const [path, kind] of Object.entries(lists)) {
    await send('list', path);
    await send('list', `${path}?cursor=${farBack(kind)}`, `GET ${path}, after 95 % of its rows`);
  }
  await send('list', '/v1/batches/bat_5/items');
  for (const path of pages) await send('page', path);
  return sent;
}

/** Returns the number of rows of a list. */
function rowsShown({ nextCursor, ...list }: Record<string, unknown>): number {
  return Object.values(list).reduce((sum: number, rows) => sum + (Array.isArray(rows) ? rows.length : 0), 0);
}

/** Returns the cursor that continues a list after all but the oldest twentieth of two years. */
function farBack(kind: string): string {
  const time = Date.now() - 0.95 * 2 * 365 * 24 * 3_600_000;
  return Buffer.from(`${Math.round(time)}.${kind}_0`).toString('base64url');
}
