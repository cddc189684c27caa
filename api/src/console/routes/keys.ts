import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { requireLiveAccess } from '../../apps/require-live-access.ts';
import { issueKey } from '../../auth/issue-key.ts';
import { isScope, scopeNames } from '../../auth/scopes.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../../http/paging.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineRoute } from '../../routing/define-route.ts';

/** API key as lists show it, without the key's text. */
const KeySchema = Type.Object({
  id: Type.String(),
  appId: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: a personal key' }),
  environment: Type.Enum(['live', 'test']),
  scopes: Type.Array(Type.Enum(scopeNames)),
  last4: Type.String(),
  createdAt: Type.String({ format: 'date-time' }),
  revokedAt: Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' }),
});

interface KeyRow {
  id: string;
  appId: string | null;
  environment: string;
  scopes: string[];
  last4: string;
  createdAt: Date;
  revokedAt?: Date | null;
}

/** Builds the record of an API key from its row. */
function keyRecord({ id, appId, environment, scopes, last4, createdAt, revokedAt }: KeyRow) {
  return {
    ...{ id, appId, last4, scopes: scopes.filter(isScope) },
    environment: environment === 'test' ? ('test' as const) : ('live' as const),
    createdAt: createdAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

/** Route `POST /api/developer/keys`: creates an API key and returns its text once. */
export const createKey = defineRoute({
  name: 'create-key',
  method: 'POST',
  path: '/api/developer/keys',
  access: 'session',
  summary: 'Mint a key of an app, or a personal one without an app; its text is in this answer and nowhere else',
  body: Type.Object({
    appId: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
    environment: Type.Enum(['live', 'test']),
    scopes: Type.Array(Type.Enum(scopeNames), { minItems: 1, maxItems: 18 }),
  }),
  status: 201,
  answer: Type.Object({ key: Type.String(), record: KeySchema }),
  errors: ['not_found', 'plan_required', 'quota_exceeded'],
  conflicts: ['agreement_required', 'app_not_approved'],
  examples: [{ title: 'A personal test key', body: { environment: 'test', scopes: ['account.read'] } }],
  async handle({ body, session: { accountId } }, deps) {
    const { appId = null, environment } = body;
    if (environment === 'live') await requireLiveAccess(deps, accountId, appId);
    const issued = await issueKey(deps.database, { accountId, appId, environment, scopes: [...new Set(body.scopes)] });
    return { key: issued.key, record: keyRecord(issued) };
  },
});

/** Route `GET /api/developer/keys`: lists the account's API keys, newest first. */
export const listKeys = defineRoute({
  name: 'list-keys',
  method: 'GET',
  path: '/api/developer/keys',
  access: 'session',
  summary: "List the account's keys by their last four characters, newest first",
  query: Type.Object({ ...PagingQuery, appId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })) }),
  status: 200,
  answer: Type.Object({
    keys: Type.Array(KeySchema),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  errors: [],
  examples: [{ title: 'The first page' }],
  async handle({ query, session: { accountId } }, { database: { client } }) {
    const { limit = DEFAULT_PAGE_SIZE, cursor, appId } = query;
    const where = { accountId, ...(appId === undefined ? {} : { appId }), ...afterCursor(cursor, 'key') };
    const rows = await client.apiKey.findMany({ where, orderBy: newestFirst, take: limit + 1 });
    const { page, nextCursor } = pageOf(rows, limit);
    return { keys: page.map(keyRecord), nextCursor };
  },
});

/** Route `DELETE /api/developer/keys/{id}`: revokes an API key. */
export const revokeKey = defineRoute({
  name: 'revoke-key',
  method: 'DELETE',
  path: '/api/developer/keys/:id',
  access: 'session',
  summary: 'Revoke a key; every process refuses it within 5 s',
  params: IdParams,
  status: 200,
  answer: Type.Object({ record: KeySchema }),
  errors: ['not_found'],
  examples: [{ title: 'Revoke' }],
  async handle({ params: { id }, session: { accountId } }, { database: { client } }) {
    await client.apiKey.updateMany({ where: { id, accountId, revokedAt: null }, data: { revokedAt: new Date() } });
    const row = await client.apiKey.findFirst({ where: { id, accountId } });
    if (!row) throw new FramemillError('not_found', `There is no key ${id}. Check the id.`);
    return { record: keyRecord(row) };
  },
});
