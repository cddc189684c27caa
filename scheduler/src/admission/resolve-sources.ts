import { type ObjectStore, type Prisma, readObject } from '@framemill/infra';
import type { Document, MediaFacts } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import { followMedia, followsMedia } from '@framemill/timeline/variables';
import { type IngestRow, madeOf } from '../ingest.ts';
import { objectKeys, parseMediaFacts, type StoredMedia, type StoredProxy } from '../protocol/index.ts';
import { quarantinedAmong, quarantineReason } from '../quarantine.ts';

/** Source that cannot be used. `problem` is the end of a sentence such as `clip "c1": ...`. */
export interface SourceProblem {
  readonly problem: string;
}

/** Source that can be used, with the proxy and the audio analysis made from it. Fixtures have neither. */
export interface UsableSource extends StoredMedia {
  /** Name of the media; null for fixtures. */
  readonly name: string | null;
  readonly proxy: StoredProxy | null;
  /** Object key of the poster; null where there is none. */
  readonly posterKey: string | null;
  /** State of the source's audio analysis; null when the source has no analysis and none is pending. */
  readonly analysis: { readonly status: 'pending' } | { readonly status: 'done'; readonly objectKey: string } | null;
}

/** Result of looking up a source: a usable source, or the reason why it is not usable. */
export type ResolvedSource = UsableSource | SourceProblem;

/** Whether a resolved source can be used. */
export function isUsable(source: ResolvedSource): source is UsableSource {
  return 'objectKey' in source;
}

/** Dependencies for looking up sources. Inside a transaction `database.client` is that transaction. */
export interface SourceDeps {
  readonly database: { readonly client: Pick<Prisma.TransactionClient, 'media' | 'mediaFault'> };
  readonly store: ObjectStore;
}

/**
 * Looks up clip sources of one account. A source is a media id, the `/uploads/...` URL of a media record, or a
 * `/fixtures/...` URL. Every given `src` is a key of the result. Another account's media counts as unknown.
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
          ? { name: null, objectKey: objectKeys.fixture(file), facts, proxy: null, posterKey: null, analysis: null }
          : { problem: `there is no test file "${src}". Use an uploaded file` },
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
  const rows = await database.client.media.findMany({
    where: { accountId, OR: [{ id: { in: sources } }, { objectKey: { in: keys } }] },
    select: {
      ...{ id: true, name: true, status: true, error: true, sha256: true, objectKey: true, facts: true },
      ingests: true,
    },
  });
  const hashes = rows.map(({ sha256 }) => sha256);
  const quarantined = await quarantinedAmong(database.client, accountId, hashes);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const byKey = new Map(rows.map((row) => [row.objectKey, row]));
  for (const src of sources) {
    const key = keyOf(src);
    const row = key === null ? byId.get(src) : byKey.get(key);
    const fault = row && quarantined.get(row.sha256);
    if (row === undefined) answer.set(src, unknownSource(src));
    else answer.set(src, fault === undefined ? sourceOf(row) : { problem: quarantineReason(row.name, fault) });
  }
  return answer;
}

function unknownSource(src: string): SourceProblem {
  return {
    problem: `the source "${src.slice(0, 200)}" is unknown. Upload or import the file and use its id or url`,
  };
}

function sourceOf(row: {
  name: string;
  status: string;
  error: string | null;
  objectKey: string;
  facts: unknown;
  ingests: IngestRow[];
}): ResolvedSource {
  if (row.status === 'FAILED') {
    const reason = row.error?.replace(/\.$/, '') ?? 'the file is damaged';
    return { problem: `the media "${row.name}" cannot be used: ${reason}. Upload another file` };
  }
  if (row.status !== 'READY' || row.facts === null) {
    return { problem: `the media "${row.name}" is still being checked. Try again when its status is READY` };
  }
  try {
    return {
      name: row.name,
      objectKey: row.objectKey,
      facts: parseMediaFacts(row.facts),
      proxy: madeOf(row.ingests, 'picture')?.proxy ?? null,
      posterKey: madeOf(row.ingests, 'picture')?.poster?.objectKey ?? null,
      analysis: analysisOf(row.ingests),
    };
  } catch (error) {
    throw new FramemillError(
      'internal_error',
      `The stored properties of the media "${row.name}" are not valid. Upload the file again.`,
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

/**
 * Reads the index of the fixtures that clips may use, as file name -> media facts. Empty when the store has no
 * fixtures.
 */
async function readFixtureIndex(store: ObjectStore): Promise<Map<string, MediaFacts>> {
  let index: unknown;
  try {
    index = await readObject(store, objectKeys.fixtureIndex, (bytes) => JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'not_found') return new Map();
    throw error;
  }
  if (typeof index !== 'object' || index === null) return new Map();
  return new Map(Object.entries(index).map(([file, facts]) => [file, parseMediaFacts(facts)]));
}

/**
 * Returns the document in which each clip with `durationFrom: 'media'` has the length of its media file. Clips after it
 * move accordingly. The lengths are those of the account's media. A source that cannot be used changes no clip here; a
 * later check reports that source. Throws `invalid_request` for media without a length.
 */
export async function withMediaLengths(deps: SourceDeps, accountId: string, document: Document): Promise<Document> {
  const named = document.clips.filter(followsMedia).map(({ src }) => src);
  if (named.length === 0) return document;
  const sources = await resolveSources(deps, accountId, named);
  return followMedia(document, (src) => {
    const source = sources.get(src);
    return source !== undefined && isUsable(source) ? source.facts : null;
  });
}
