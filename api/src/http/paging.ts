import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { IdKind } from '../ids.ts';

/** Query fields that all lists accept. */
export const PagingQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Entries per page (default 50).' })),
  cursor: Type.Optional(Type.String({ maxLength: 200, description: '`nextCursor` of the page before.' })),
};

/** Number of entries per page when `limit` is absent. */
export const DEFAULT_PAGE_SIZE = 50;

/** Sort key of a page's last entry. Lists are ordered by creation time, newest first, then by id. */
export interface PageMark {
  createdAt: Date;
  id: string;
}

/**
 * Returns the Prisma `where` condition for the entries after the cursor; empty without a cursor.
 * `kind` is the prefix of the ids in the list. `rnd` and `bat` are not in `IdKind`, because the scheduler creates the
 * ids of renders and batches. Throws `invalid_request` for an invalid cursor, and for a cursor of another list.
 */
export function afterCursor(cursor: string | undefined, kind: IdKind | 'rnd' | 'bat') {
  if (cursor === undefined) return {};
  const { createdAt, id } = markOf(cursor, kind);
  // The first condition is a bound of an index scan, which begins at the cursor; an OR alone would be none.
  return { createdAt: { lte: createdAt }, OR: [{ createdAt: { lt: createdAt } }, { id: { lt: id } }] };
}

/** Prisma sort order that cursor pagination requires. */
export const newestFirst: [{ createdAt: 'desc' }, { id: 'desc' }] = [{ createdAt: 'desc' }, { id: 'desc' }];

/**
 * Splits `limit + 1` fetched rows into the page and the cursor of the next page. The cursor is null on the last page.
 */
export function pageOf<Row extends PageMark>(rows: Row[], limit: number): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

/** Returns the cursor of the page after an entry. */
export function cursorOf(mark: PageMark): string {
  return Buffer.from(`${mark.createdAt.getTime()}.${mark.id}`).toString('base64url');
}

const CURSOR_TEXT = /^(\d{1,14})\.([A-Za-z0-9_-]{1,64})$/;

/** Returns the sort key that a cursor encodes. Throws like `afterCursor`. */
export function markOf(cursor: string, kind: string): PageMark {
  const [, milliseconds, id] = CURSOR_TEXT.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (milliseconds === undefined || !id?.startsWith(`${kind}_`)) {
    const message =
      `query.cursor is not a cursor of this list (got ${JSON.stringify(cursor.slice(0, 40))}). ` +
      'Send nextCursor of the previous page unchanged.';
    throw new FramemillError('invalid_request', message, { field: 'query.cursor' });
  }
  return { createdAt: new Date(Number(milliseconds)), id };
}
