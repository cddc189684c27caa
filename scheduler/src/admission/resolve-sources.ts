import { type ObjectStore, Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { type IngestRow, madeOf } from '../ingest/made-of.ts';
import { objectKeys, parseMediaFacts, type StoredMedia, type StoredProxy } from '../protocol/index.ts';
import { quarantineReason } from '../quarantine/quarantine.ts';
import { readFixtureIndex } from './fixture-index.ts';

/** A source that cannot be used, and why: the end of a sentence such as `clip "c1": ...`. */
export interface SourceProblem {
  readonly problem: string;
}

/** A source that can be used, and what was made of it: nothing of a fixture. */
export interface UsableSource extends StoredMedia {
  readonly proxy: StoredProxy | null;
  /** The state of its sound's analysis; null when there is none to wait for. */
  readonly analysis: { readonly status: 'pending' } | { readonly status: 'done'; readonly objectKey: string } | null;
}

/** A source of a document: usable, or why it is not. */
export type ResolvedSource = UsableSource | SourceProblem;

/** Whether a source was resolved. */
export function isUsable(source: ResolvedSource): source is UsableSource {
  return 'objectKey' in source;
}

/** Where sources are looked up. Inside a transaction `database.client` is that transaction. */
export interface SourceDeps {
  readonly database: { readonly client: Pick<Prisma.TransactionClient, '$queryRaw'> };
  readonly store: ObjectStore;
}

/**
 * Looks up clip sources of one account: a media id, the `/uploads/...` URL of one, or a `/fixtures/...` URL. Every given
 * `src` is a key of the answer. Another account's media is as unknown as none.
 */
export async function resolveSources(
  deps: SourceDeps,
  accountId: string,
  sources: Iterable<string>,
): Promise<Map<string, ResolvedSource>> {
  const answer = new Map<string, ResolvedSource>();
  const uploads = new Set<string>();
  let fixtures: Awaited<ReturnType<typeof readFixtureIndex>> | undefined;
  for (const src of new Set(sources)) {
    if (src.startsWith('/fixtures/')) {
      const file = src.slice('/fixtures/'.length);
      fixtures ??= await readFixtureIndex(deps.store);
      const facts = fixtures.get(file);
      answer.set(
        src,
        facts
          ? { objectKey: objectKeys.fixture(file), facts, proxy: null, analysis: null }
          : { problem: `there is no fixture "${src}"` },
      );
    } else {
      uploads.add(src);
    }
  }
  for (const [src, source] of await resolveUploads(deps.database, accountId, [...uploads])) answer.set(src, source);
  return answer;
}

async function resolveUploads(
  database: SourceDeps['database'],
  accountId: string,
  sources: string[],
): Promise<Map<string, ResolvedSource>> {
  const answer = new Map<string, ResolvedSource>();
  if (sources.length === 0) return answer;
  const keyOf = (src: string) => (src.startsWith('/uploads/') ? src.slice(1) : null);
  const keys = sources.map(keyOf).filter((key) => key !== null);
  const rows = await mediaRows(database.client, accountId, sources, keys);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.objectKey, row]));
  for (const src of sources) {
    const key = keyOf(src);
    const row = key === null ? byId.get(src) : byKey.get(key);
    if (row === undefined) answer.set(src, unknownSource(src));
    else answer.set(src, row.fault === null ? sourceOf(row) : { problem: quarantineReason(row.name, row.fault) });
  }
  return answer;
}

interface MediaRow {
  id: string;
  name: string;
  status: string;
  error: string | null;
  objectKey: string;
  facts: unknown;
  ingests: IngestRow[];
  /** What its last failure said, when it is in quarantine. */
  fault: string | null;
}

/** In one statement: every preview waits for it, and each further round takes about a millisecond. */
function mediaRows(
  client: SourceDeps['database']['client'],
  accountId: string,
  ids: string[],
  keys: string[],
): Promise<MediaRow[]> {
  // Ids alone are found by their index.
  const wanted = Prisma.sql`m."id" = ANY(${ids}::text[])`;
  const either = keys.length === 0 ? wanted : Prisma.sql`(${wanted} OR m."objectKey" = ANY(${keys}::text[]))`;
  return client.$queryRaw<MediaRow[]>`
    SELECT m."id", m."name", m."status", m."error", m."objectKey", m."facts", f."error" AS "fault",
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('part', i."part", 'status', i."status", 'error', i."error", 'result', i."result"))
        FROM "Ingest" i WHERE i."mediaId" = m."id"), '[]') AS "ingests"
    FROM "Media" m
    LEFT JOIN "MediaFault" f
      ON f."accountId" = m."accountId" AND f."mediaSha256" = m."sha256" AND f."quarantinedAt" IS NOT NULL
    WHERE m."accountId" = ${accountId} AND ${either}`;
}

function unknownSource(src: string): SourceProblem {
  return {
    problem: `the source "${src.slice(0, 200)}" is unknown. Upload or import the file and use its id or url`,
  };
}

function sourceOf(row: MediaRow): ResolvedSource {
  if (row.status === 'FAILED') {
    return { problem: `the media "${row.name}" cannot be used: ${row.error ?? 'it is damaged'}. Upload another file` };
  }
  if (row.status !== 'READY' || row.facts === null) {
    return { problem: `the media "${row.name}" is still being checked. Try again when its status is READY` };
  }
  try {
    return {
      objectKey: row.objectKey,
      facts: parseMediaFacts(row.facts),
      proxy: madeOf(row.ingests, 'picture')?.proxy ?? null,
      analysis: analysisOf(row.ingests),
    };
  } catch (error) {
    throw new FramemillError(
      'internal_error',
      `the facts of the media "${row.name}" cannot be read.`,
      {},
      { cause: error },
    );
  }
}

function analysisOf(ingests: IngestRow[]): UsableSource['analysis'] {
  if (ingests.some(({ part, status }) => part === 'sound' && status === 'PENDING')) return { status: 'pending' };
  const objectKey = madeOf(ingests, 'sound')?.analysisKey ?? null;
  return objectKey === null ? null : { status: 'done', objectKey };
}
