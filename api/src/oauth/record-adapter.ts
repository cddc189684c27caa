import { hash } from 'node:crypto';
import type { Database, Prisma } from '@framemill/infra';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { appClient } from './app-client.ts';
import { REPLAY_MS, usedJustNow } from './refresh-replay.ts';

/** How long a client that registered itself is kept when nobody allows it anything, in seconds. The first grant keeps it. */
const UNUSED_CLIENT_SEC = 7 * 86_400;

/**
 * Keeps what the OAuth server keeps, in PostgreSQL. Codes and tokens are found by their SHA-256; their text is not stored.
 * Clients are the approved apps and those that registered themselves. The hourly sweep removes what is past its `expiresAt`.
 */
export function recordAdapter(database: Database, kind: string): Adapter {
  const { client } = database;
  // The server would end the grant; so it finds out in `consume`, after it has checked everything else.
  const forgiven = (consumedAt: Date | null) =>
    kind === 'RefreshToken' && consumedAt !== null && Date.now() - consumedAt.getTime() < REPLAY_MS;
  const where = (id: string) => ({ kind_id: { kind, id: hashId(id) } });

  return {
    async upsert(id, payload, expiresIn) {
      const lifeSec = kind === 'Client' ? UNUSED_CLIENT_SEC : expiresIn;
      const expiresAt = lifeSec === undefined ? null : new Date(Date.now() + lifeSec * 1_000);
      const { accountId = null, grantId = null, uid = null } = payload;
      const clientId = payload.clientId ?? payload.client_id ?? null;
      const row = { payload: withoutId(payload), accountId, clientId, grantId, uid, expiresAt };
      await client.oauthRecord.upsert({ where: where(id), create: { kind, id: hashId(id), ...row }, update: row });
      if (kind === 'RefreshToken' && grantId !== null && expiresAt !== null)
        await keepGrant(database, grantId, expiresAt);
      if (kind === 'Grant' && clientId !== null) await keepClient(database, clientId);
    },
    async find(id) {
      if (kind === 'Client') {
        const app = await appClient(database, id);
        if (app) return app;
      }
      const row = await client.oauthRecord.findUnique({ where: where(id) });
      return row ? parsePayload(row.payload, id, forgiven(row.consumedAt) ? null : row.consumedAt) : undefined;
    },
    async findByUid(uid) {
      const row = await client.oauthRecord.findFirst({ where: { kind, uid } });
      // Asked for the account of a session alone; what its cookie holds is not known here.
      return row ? parsePayload(row.payload, undefined, row.consumedAt) : undefined;
    },
    // There is no device flow.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Of two requests with one code or refresh token at the same time, one gets here second.
      const { count } = await client.oauthRecord.updateMany({
        where: { kind, id: hashId(id), consumedAt: null },
        data: { consumedAt: new Date() },
      });
      if (count === 0) throw kind === 'RefreshToken' ? usedJustNow() : new errors.InvalidGrant('already used');
    },
    async destroy(id) {
      await client.oauthRecord.deleteMany({ where: { kind, id: hashId(id) } });
    },
    async revokeByGrantId(grantId) {
      await client.oauthRecord.deleteMany({ where: { kind, grantId } });
    },
  };
}

function hashId(id: string): string {
  return hash('sha256', id, 'hex');
}

// Whoever was allowed something once may ask again at any time.
async function keepClient({ client }: Database, clientId: string): Promise<void> {
  const where = { kind: 'Client', id: hashId(clientId), expiresAt: { not: null } };
  await client.oauthRecord.updateMany({ where, data: { expiresAt: null } });
}

// A grant lives as long as its last refresh token.
async function keepGrant({ client }: Database, grantId: string, expiresAt: Date): Promise<void> {
  const exp = Math.floor(expiresAt.getTime() / 1_000);
  await client.$executeRaw`
    UPDATE "OauthRecord" SET "expiresAt" = ${expiresAt}, payload = jsonb_set(payload, '{exp}', to_jsonb(${exp}::int))
    WHERE kind = 'Grant' AND id = ${hashId(grantId)}`;
}

function withoutId({ jti: _, ...payload }: AdapterPayload): Prisma.InputJsonObject {
  const text = JSON.stringify(payload);
  if (UNSTORABLE.test(text)) throw new errors.InvalidRequest('a value holds a NUL character or half a surrogate pair');
  return JSON.parse(text);
}

// NUL or half a surrogate pair in JSON: no database stores them. An even number of backslashes before it is no escape.
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

// The rows of this table are written above alone, so their shape is the server's own.
function parsePayload(stored: Prisma.JsonValue, id: string | undefined, consumedAt: Date | null): AdapterPayload {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    throw new Error('An OAuth record is damaged.');
  const consumed = consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1_000) } : {};
  return { ...stored, ...(id === undefined ? {} : { jti: id }), ...consumed } as AdapterPayload;
}
