import { type Database, Prisma } from '@framemill/infra';
import type { PageMark } from '../http/paging.ts';
import { containing } from '../media/search-media.ts';

/** Search for accounts by a part of the address or name, in upper or lower case, or by the beginning of the id. */
export interface AccountSearch {
  /** Not empty. */
  readonly text: string;
  /** Place in the list after which the search begins; undefined: at the newest account. */
  readonly after?: PageMark;
  /** Maximum number of results. */
  readonly limit: number;
}

/** Number of accounts that are compared if the index of parts finds no more than these. */
const mostCandidates = 1_000;

/**
 * Returns the ids of matching accounts, newest first. If at most 1,000 accounts have all parts of three characters of
 * the text, the index of parts finds these, and only they are compared. Otherwise the text is frequent, or too short to
 * have parts, and the list is compared in its order until there are enough results.
 */
export async function searchAccounts({ client }: Database, search: AccountSearch): Promise<string[]> {
  const { text, after, limit } = search;
  const older =
    after === undefined
      ? Prisma.sql`true`
      : Prisma.sql`("createdAt", id) < (${after.createdAt}::timestamp, ${after.id}::text)`;
  const pattern = containing(text);
  const matches = Prisma.sql`(starts_with(id, ${text}) OR email ILIKE ${pattern} OR name ILIKE ${pattern})`;
  const candidates = [...text].length < 3 ? null : await findCandidates(client, text);
  const among = candidates === null ? Prisma.sql`true` : Prisma.sql`id = ANY(${candidates}::text[])`;
  const rows = await client.$queryRaw<{ id: string }[]>`
    SELECT id FROM "Account" WHERE ${among} AND ${older} AND ${matches}
    ORDER BY "createdAt" DESC, id DESC LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/** Returns the ids of all accounts that have all parts of a text of three characters or more; null: there are many. */
async function findCandidates(client: Database['client'], text: string): Promise<string[] | null> {
  // Planned apart from its limit: otherwise PostgreSQL might expect to meet enough accounts soon without the index.
  const rows = await client.$queryRaw<{ id: string }[]>`
    WITH candidate AS MATERIALIZED (
      SELECT id FROM "Account" WHERE "account_parts"(id, email, name) @> ARRAY(
        SELECT substr(text, at, 3) FROM (SELECT lower(${text}::text) AS text) lowered,
          generate_series(1, length(text) - 2) AS at)
    )
    SELECT id FROM candidate LIMIT ${mostCandidates + 1}`;
  return rows.length > mostCandidates ? null : rows.map(({ id }) => id);
}
