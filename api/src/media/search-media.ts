import { type Database, Prisma } from '@framemill/infra';
import { type PageMark, pageOf } from '../http/paging.ts';

/** Search for media files of an account by words in their names. */
export interface MediaSearch {
  readonly accountId: string;
  /** Texts that must all occur in the name, in upper or lower case. There is at least one, and none is empty. */
  readonly words: readonly string[];
  /** Kind of the files; undefined: all kinds. */
  readonly kind?: string;
  /** Hash of the file; undefined: all files. */
  readonly sha256?: string;
  /** Place in the list after which the search begins; undefined: at the newest file. */
  readonly after?: PageMark;
  /** Maximum number of results. */
  readonly limit: number;
}

/** Results of a search, newest first, and the place at which the search continues; null: there are no more results. */
export interface MediaFound {
  readonly page: readonly PageMark[];
  readonly next: PageMark | null;
}

interface Found extends PageMark {
  isMatch: boolean;
}

/** Number of names that a search reads in the order of the list, from an index alone. */
const namesAtOnce = 2_000;
/** Number of files whose names are compared if the index of parts finds no more than these. */
const mostCandidates = 100;
/** Number of parts of the words that are looked up. Each adds a page for every 7,000 names that contain it. */
const mostParts = 3;

/**
 * Searches the media files of an account, and reads a bounded number of pages, however many files there are:
 *
 * 1. The next 2,000 names of the list are compared. Frequent words fill the page from these.
 * 2. Otherwise the index of parts is asked for files of all ages. If it finds at most 100, these are compared.
 * 3. Otherwise the page has only the results of step 1, perhaps none, and the search continues after these names.
 */
export async function searchMedia({ client }: Database, search: MediaSearch): Promise<MediaFound> {
  const { after, limit } = search;
  const seen = await compareNext(client, search);
  const found = seen.filter(({ isMatch }) => isMatch);
  const last = seen.find(({ place }) => place === namesAtOnce);
  if (last === undefined || found.length > limit) return pageFrom(found, limit);
  const rare = found.length === limit ? null : await findRare(client, search);
  if (rare === null) return { page: found, next: last };
  return pageFrom(
    rare.filter((file) => after === undefined || isOlder(file, after)),
    limit,
  );
}

function pageFrom(found: PageMark[], limit: number): MediaFound {
  const { page, nextCursor } = pageOf(found, limit);
  return { page, next: nextCursor === null ? null : (page.at(-1) ?? null) };
}

/** Whether `a` stands after `b` in a list. */
function isOlder(a: PageMark, b: PageMark): boolean {
  const ms = a.createdAt.getTime() - b.createdAt.getTime();
  return ms < 0 || (ms === 0 && a.id < b.id);
}

/**
 * Compares the next names of the list. Returns up to `limit + 1` matching files with their places, and the file at the
 * last place, matching or not, unless these are enough or the list ends before.
 */
function compareNext(
  client: Database['client'],
  { accountId, words, kind, sha256, after, limit }: MediaSearch,
): Promise<(Found & { place: number })[]> {
  const ofKind = kind === undefined ? Prisma.empty : Prisma.sql`AND kind = ${kind}`;
  const ofHash = sha256 === undefined ? Prisma.empty : Prisma.sql`AND sha256 = ${sha256}`;
  const older =
    after === undefined
      ? Prisma.empty
      : Prisma.sql`AND ("createdAt", id) < (${after.createdAt}::timestamp, ${after.id}::text)`;
  return client.$queryRaw<(Found & { place: number })[]>`
    SELECT * FROM (
      SELECT id, "createdAt", name ILIKE ALL (${patternsOf(words)}::text[]) AS "isMatch",
        (row_number() OVER ())::int AS place
      FROM (
        SELECT id, "createdAt", name FROM "Media" WHERE "accountId" = ${accountId} ${ofKind} ${ofHash} ${older}
        ORDER BY "createdAt" DESC, id DESC LIMIT ${namesAtOnce}
      ) newest
    ) seen
    WHERE "isMatch" OR place = ${namesAtOnce} LIMIT ${limit + 1}`;
}

/** Returns all matching files of the account, newest first; null when more than `mostCandidates` have these parts. */
async function findRare(
  client: Database['client'],
  { accountId, words, kind }: MediaSearch,
): Promise<PageMark[] | null> {
  // Planned apart from its limit: otherwise PostgreSQL might expect to meet enough files soon without the index.
  const rows = await client.$queryRaw<Found[]>`
    WITH part AS (
      SELECT right(${accountId}::text, 8) || substr(word, at, 3) AS text,
        row_number() OVER () AS n, count(*) OVER () AS total
      FROM (SELECT lower(unnest(${words}::text[])) AS word) lowered,
        generate_series(1, greatest(length(word) - 2, 1)) AS at
    ), candidate AS MATERIALIZED (
      SELECT id, "accountId", "createdAt", name, kind FROM "Media"
      WHERE "media_parts"("accountId", name) @> ARRAY(
        SELECT text FROM part WHERE n * ${mostParts} / total > (n - 1) * ${mostParts} / total)
    )
    SELECT id, "createdAt", "accountId" = ${accountId} AND (kind = ${kind ?? null} OR ${kind === undefined})
      AND name ILIKE ALL (${patternsOf(words)}::text[]) AS "isMatch"
    FROM candidate LIMIT ${mostCandidates + 1}`;
  if (rows.length > mostCandidates) return null;
  return rows.filter(({ isMatch }) => isMatch).sort((a, b) => (isOlder(a, b) ? 1 : -1));
}

/** Returns the patterns of LIKE for texts that contain the words. */
function patternsOf(words: readonly string[]): string[] {
  return words.map(containing);
}

/** Returns the pattern of LIKE for texts that contain `part`. `%` and `_` are escaped: they are no wildcards. */
export function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
