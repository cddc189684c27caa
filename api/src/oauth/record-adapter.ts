import { hash } from 'node:crypto';
import type { Database, Prisma } from '@framemill/infra';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import { isRestricted, restrictionFields } from '../account/account-facts.ts';
import { hasCustomScheme } from '../apps/redirect-uri.ts';
import { isIdLike } from '../ids.ts';
import { REPLAY_MS, usedJustNow } from './refresh-replay.ts';

/** Metadata that all clients have in common. Also the defaults for clients that register dynamically. */
export const publicClient = {
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  id_token_signed_response_alg: 'ES256',
  // Redirect URIs are compared exactly. For "native" clients (custom schemes), the port of loopback URIs may vary.
  application_type: 'web',
} satisfies AdapterPayload;

/**
 * Time after which a dynamically registered client without any grant is deleted, in seconds. The first grant keeps it.
 */
const UNUSED_CLIENT_SEC = 7 * 86_400;

/**
 * Creates the adapter that stores the OAuth server's records in PostgreSQL.
 * Codes and tokens are found by their SHA-256; their text is not stored. Clients are the approved apps and the
 * dynamically registered ones. The hourly garbage collection deletes records after their `expiresAt`.
 */
export function recordAdapter(database: Database, kind: string): Adapter {
  const { client } = database;
  // Reporting the token as used would make the server end the grant. Instead `consume` refuses it, after all other
  // checks.
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
      // Only called for the account of a session. The value of its cookie is not known here.
      return row ? parsePayload(row.payload, undefined, row.consumedAt) : undefined;
    },
    // The device flow is not supported.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Of two concurrent requests with the same code or refresh token, the second one fails here.
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

// A client that was granted access once may request it again at any time, so it no longer expires.
async function keepClient({ client }: Database, clientId: string): Promise<void> {
  const where = { kind: 'Client', id: hashId(clientId), expiresAt: { not: null } };
  await client.oauthRecord.updateMany({ where, data: { expiresAt: null } });
}

// A grant expires together with its latest refresh token.
async function keepGrant({ client }: Database, grantId: string, expiresAt: Date): Promise<void> {
  const exp = Math.floor(expiresAt.getTime() / 1_000);
  await client.$executeRaw`
    UPDATE "OauthRecord" SET "expiresAt" = ${expiresAt}, payload = jsonb_set(payload, '{exp}', to_jsonb(${exp}::int))
    WHERE kind = 'Grant' AND id = ${hashId(grantId)}`;
}

function withoutId({ jti: _, ...payload }: AdapterPayload): Prisma.InputJsonObject {
  const text = JSON.stringify(payload);
  if (UNSTORABLE.test(text)) throw new errors.InvalidRequest('a value has a NUL character or an unpaired surrogate');
  return JSON.parse(text);
}

// Matches NUL or a lone surrogate in JSON, which the database cannot store. An escape follows an even number of
// backslashes.
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

// Only the code above writes this table, so the payload has the OAuth server's own format.
function parsePayload(stored: Prisma.JsonValue, id: string | undefined, consumedAt: Date | null): AdapterPayload {
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    throw new Error('The payload of a stored OAuth record is not a JSON object.');
  const consumed = consumedAt ? { consumed: Math.floor(consumedAt.getTime() / 1_000) } : {};
  return { ...stored, ...(id === undefined ? {} : { jti: id }), ...consumed } as AdapterPayload;
}

/**
 * Returns the OAuth client of an app, or undefined when it has none.
 * The app has a client while it is approved, has redirect URIs, and its owner is not restricted. The client's id is the
 * app's id. It is a public client, which uses PKCE instead of a secret.
 */
async function appClient({ client }: Database, id: string): Promise<AdapterPayload | undefined> {
  if (!isIdLike(id)) return undefined;
  const app = await client.app.findUnique({ where: { id }, include: { account: { select: restrictionFields } } });
  if (app?.status !== 'approved' || app.redirectUris.length === 0 || isRestricted(app.account)) return undefined;
  const application_type = hasCustomScheme(app.redirectUris) ? 'native' : 'web';
  return { ...publicClient, application_type, client_id: id, client_name: app.name, redirect_uris: app.redirectUris };
}
