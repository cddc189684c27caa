import { hash, randomBytes } from 'node:crypto';
import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type, Value } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRestricted } from '../account/account-facts.ts';
import { callerOf } from '../auth/authenticate.ts';
import type { Caller } from '../auth/caller.ts';
import { factsOfKey, keyFactFields } from '../auth/credential-directory.ts';
import { EMBED_PERMISSIONS, type EmbedPermission, permissionsOf, scopesOf } from '../auth/embed-permissions.ts';
import type { ApiDeps } from '../deps.ts';
import { isIdLike, newId } from '../ids.ts';
import { type EmbedTheme, ThemeSchema } from './embed-fields.ts';

/** Schema of an embed session in answers. Its token is not part of it. */
export const EmbedSessionSchema = Type.Object(
  {
    id: Type.String(),
    projectId: Type.String(),
    keyId: Type.String({ description: 'The key that created it, and with which it ends.' }),
    permissions: Type.Array(Type.Enum([...EMBED_PERMISSIONS])),
    origins: Type.Array(Type.String()),
    theme: ThemeSchema,
    endUser: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    createdAt: Type.String({ format: 'date-time' }),
    expiresAt: Type.String({ format: 'date-time' }),
  },
  { title: 'EmbedSession' },
);

/** Columns of an embed session that its record needs. */
export const embedColumns = {
  ...{ id: true, projectId: true, keyId: true, permissions: true, origins: true, theme: true, endUser: true },
  ...{ createdAt: true, expiresAt: true },
} as const;

type EmbedRow = Prisma.EmbedSessionGetPayload<{ select: typeof embedColumns }>;

/** Builds the record of an embed session. */
export function embedRecord(row: EmbedRow): Static<typeof EmbedSessionSchema> {
  const { id, projectId, keyId, origins, endUser, createdAt, expiresAt } = row;
  return {
    ...{ id, projectId, keyId, origins, endUser },
    ...{ permissions: permissionsOf(row.permissions), theme: themeOf(row.theme) },
    ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
  };
}

function themeOf(stored: unknown): EmbedTheme {
  return Value.Check(ThemeSchema, stored) ? stored : {};
}

/** Embed session to create. */
export interface NewEmbedSession {
  readonly accountId: string;
  readonly keyId: string;
  readonly projectId: string;
  readonly permissions: readonly EmbedPermission[];
  readonly origins: readonly string[];
  readonly theme: EmbedTheme;
  readonly endUser: string | null;
  readonly expiresAt: Date;
}

/** Form of a token: `emt_` and 256 random bits. No key and no token of OAuth has this form. */
const BEARER = /^Bearer (emt_[A-Za-z0-9_-]{43})$/;

/** Creates an embed session. Returns its row and its token, of which only a hash is stored. */
export async function insertEmbedSession(
  tx: Prisma.TransactionClient,
  { permissions, origins, theme, ...own }: NewEmbedSession,
): Promise<{ row: EmbedRow; token: string }> {
  const token = `emt_${randomBytes(32).toString('base64url')}`;
  const lists = { permissions: [...permissions], origins: [...origins] };
  const data = { id: newId('emb'), hash: hashOf(token), theme: { ...theme }, ...lists, ...own };
  return { row: await tx.embedSession.create({ data, select: embedColumns }), token };
}

function hashOf(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Returns the origins of an embed session that has not ended; null when there is none with this id. */
export async function originsOf(
  { database: { client } }: Pick<ApiDeps, 'database'>,
  id: string,
): Promise<string[] | null> {
  if (!isIdLike(id)) return null;
  const where = { id, expiresAt: { gt: new Date() }, key: { revokedAt: null } };
  const row = await client.embedSession.findFirst({ where, select: { origins: true } });
  return row?.origins ?? null;
}

/**
 * Returns the caller of an embed session, and its record. The session must not have ended: at its time, with its key,
 * or by a request. Always queries the database, so that each end takes effect at once. Throws `unauthorized`, and the
 * errors of a suspended account or app.
 */
export async function findEmbedSession(
  deps: Pick<ApiDeps, 'database' | 'plans' | 'appealUrl'>,
  authorization: string | undefined,
): Promise<{ caller: Caller & Required<Pick<Caller, 'embed'>>; session: Static<typeof EmbedSessionSchema> }> {
  const [, token] = BEARER.exec(authorization ?? '') ?? [];
  const row =
    token === undefined
      ? null
      : await deps.database.client.embedSession.findFirst({
          where: { hash: hashOf(token), expiresAt: { gt: new Date() }, key: { revokedAt: null } },
          select: { ...embedColumns, mediaIds: true, key: { select: keyFactFields } },
        });
  if (!row) {
    const message = 'The embed session is unknown, or it has ended. The page can ask its server for a new one.';
    throw new FramemillError('unauthorized', message);
  }
  const { id: sessionId, projectId, mediaIds, endUser, key } = row;
  // The reason is for the owner of the account only.
  if (isRestricted(key.account))
    throw new FramemillError('access_suspended', 'The account of this editor is suspended. Ask its owner.');
  // Keys from before scopes existed have none; a key that has none by choice cannot create sessions.
  const owner = callerOf(deps, factsOfKey(key), key.scopes.length === 0);
  const permissions = permissionsOf(row.permissions);
  const scopes = scopesOf(permissions).filter((scope) => owner.credential.scopes.includes(scope));
  return {
    session: embedRecord(row),
    caller: {
      ...{ accountId: owner.accountId, plan: owner.plan },
      credential: { type: 'embed', keyId: key.id, appId: null, environment: owner.credential.environment, scopes },
      limiterKey: sessionId,
      requestsPerMinute: owner.requestsPerMinute,
      embed: { sessionId, projectId, permissions, mediaIds, endUser },
    },
  };
}

/** Creates a hook that lets embed sessions reach the files that they upload. The answers contain the record `media`. */
export function noteUploads({ database: { client } }: Pick<ApiDeps, 'database'>) {
  return async ({ pass }: FastifyRequest, _reply: FastifyReply, answer: unknown): Promise<unknown> => {
    const sessionId = pass?.caller.embed?.sessionId;
    const id: unknown = Object(Object(answer).media).id;
    if (sessionId !== undefined && typeof id === 'string') {
      await client.$executeRaw`
        UPDATE "EmbedSession" SET "mediaIds" = array_append("mediaIds", ${id})
        WHERE "id" = ${sessionId} AND NOT ${id} = ANY("mediaIds")`;
    }
    return answer;
  };
}
