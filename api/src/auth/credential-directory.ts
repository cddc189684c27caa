import type { Database } from '@framemill/infra';
import { Compile, Type } from '@framemill/timeline/typebox';
import {
  type AccountFacts,
  accountFactFields,
  isRestricted,
  type RestrictedAccount,
  restrictionFields,
} from '../account/account-facts.ts';
import { hashKey, isKey, type KeyEnvironment } from './caller.ts';

interface KeyRow extends Pick<CredentialFacts, 'accountId' | 'account' | 'scopes'> {
  id: string;
  environment: string;
  app: { id: string; status: string; scopes: string[]; throttled: boolean } | null;
}

type AppRow = {
  id: string;
  status: string;
  scopes: string[];
  throttled: boolean;
  account: RestrictedAccount;
};

const Payload = Compile(
  Type.Object({ scope: Type.Optional(Type.String()), aud: Type.Union([Type.String(), Type.Array(Type.String())]) }),
);

/** Stored API key or access token, with the data of its account and app that authentication needs. */
export interface CredentialFacts {
  type: 'api_key' | 'oauth';
  /** Id of the key; null for access tokens. */
  keyId: string | null;
  accountId: string;
  account: AccountFacts;
  app: AppFacts | null;
  environment: KeyEnvironment;
  scopes: string[];
  /** Time of expiry; null when it does not expire. */
  expiresAt: Date | null;
  /** Resource that a token was issued for; null for keys, which are valid for the API only. */
  resource: string | null;
}

/** Data of the app that a credential belongs to. */
interface AppFacts {
  id: string;
  /** Scopes that the app may grant. */
  ceiling: string[];
  /** Whether the app passed its review. Drafts, apps in review and rejected apps have test keys only. */
  approved: boolean;
  /** Whether the app was suspended. For tokens, also whether its owner's account is restricted. */
  suspended: boolean;
  throttled: boolean;
}

/**
 * Maximum time, in ms, for which a key or token is accepted from the cache.
 * Revocation, suspension and plan changes take effect within 5 s; the remaining second is for the query itself.
 */
export const CREDENTIAL_CACHE_MS = 4_000;

/**
 * Age, in ms, from which a cached entry is refreshed in the background.
 * Requests with a credential in constant use therefore never wait for a query.
 */
const REFRESH_AFTER_MS = 2_000;

/**
 * Time, in ms, for which look-ups are collected into one query. Keys whose cache entries expire together then cost a
 * single query.
 */
const BATCH_MS = 2;

const MAX_CACHED_KEYS = 10_000;

/**
 * Finds API keys and OAuth access tokens by their hash, with a cache.
 * Keys and tokens that exist are cached for CREDENTIAL_CACHE_MS; unknown ones are not cached.
 */
export interface CredentialDirectory {
  /**
   * Returns the data of a key or token, or null when it is unknown, revoked or expired. Rejects when the query fails.
   */
  find(credential: string): Promise<CredentialFacts | null>;
}

interface CacheEntry {
  /** Time at which the query that returned this entry began, in ms. */
  askedAt: number;
  facts: CredentialFacts;
}

type Lookup = PromiseWithResolvers<CredentialFacts | null>;

/**
 * Creates a credential directory with an empty cache.
 * Unknown credentials are not cached: a new key works at once, and guesses cannot fill the cache. Tests replace `now`,
 * a clock in ms.
 */
export function createCredentialDirectory(database: Database, now: () => number = Date.now): CredentialDirectory {
  const cache = new Map<string, CacheEntry>();
  const running = new Map<string, Lookup>();
  let batch: string[] = [];
  let tokenBatch: string[] = [];

  function lookUp(hash: string, isApiKey: boolean): Promise<CredentialFacts | null> {
    const existing = running.get(hash);
    if (existing) return existing.promise;
    const lookup: Lookup = Promise.withResolvers();
    running.set(hash, lookup);
    if (batch.length + tokenBatch.length === 0) setTimeout(runBatches, BATCH_MS);
    (isApiKey ? batch : tokenBatch).push(hash);
    return lookup.promise;
  }

  function runBatches(): void {
    const hashes = batch;
    const tokenHashes = tokenBatch;
    batch = [];
    tokenBatch = [];
    if (hashes.length > 0) completeFrom(queryKeys(database, hashes), hashes);
    if (tokenHashes.length > 0) completeFrom(queryTokens(database, tokenHashes), tokenHashes);
  }

  function completeFrom(query: Promise<Map<string, CredentialFacts>>, hashes: string[]): void {
    const askedAt = now();
    query.then(
      (found) =>
        completeAll(hashes, (lookup, hash) => lookup.resolve(remember(hash, found.get(hash) ?? null, askedAt))),
      (error: unknown) => completeAll(hashes, (lookup) => lookup.reject(error)),
    );
  }

  function completeAll(hashes: string[], complete: (lookup: Lookup, hash: string) => void): void {
    for (const hash of hashes) {
      const lookup = running.get(hash);
      running.delete(hash);
      if (lookup) complete(lookup, hash);
    }
  }

  function remember(hash: string, facts: CredentialFacts | null, askedAt: number): CredentialFacts | null {
    // Deleted first, so that the map stays ordered by look-up time, oldest first.
    cache.delete(hash);
    if (facts === null) return null;
    if (cache.size >= MAX_CACHED_KEYS) dropOldest(cache);
    cache.set(hash, { askedAt, facts });
    return facts;
  }

  return {
    async find(credential) {
      const hash = hashKey(credential);
      const isApiKey = isKey(credential);
      const entry = cache.get(hash);
      const age = entry ? now() - entry.askedAt : Number.POSITIVE_INFINITY;
      if (!entry || age >= CREDENTIAL_CACHE_MS) return unlessExpired(await lookUp(hash, isApiKey), now());
      // When this refresh fails, the next request retries it, and waits for the result once the entry is too old.
      if (age >= REFRESH_AFTER_MS) lookUp(hash, isApiKey).catch(() => undefined);
      return unlessExpired(entry.facts, now());
    },
  };
}

// A cached token must not be accepted after its expiry.
function unlessExpired(facts: CredentialFacts | null, nowMs: number): CredentialFacts | null {
  return facts?.expiresAt && facts.expiresAt.getTime() <= nowMs ? null : facts;
}

function dropOldest(cache: Map<string, CacheEntry>): void {
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}

/** Prisma `select` that loads the columns of a key that `factsOfKey` needs. */
export const keyFactFields = {
  id: true,
  accountId: true,
  environment: true,
  scopes: true,
  account: { select: accountFactFields },
  app: { select: { id: true, status: true, scopes: true, throttled: true } },
} as const;

/** Returns the unrevoked keys among `hashes`, mapped by hash. */
async function queryKeys({ client }: Database, hashes: string[]): Promise<Map<string, CredentialFacts>> {
  const rows = await client.apiKey.findMany({
    where: { hash: { in: hashes }, revokedAt: null },
    select: { ...keyFactFields, hash: true },
  });
  return new Map(rows.map((row) => [row.hash, factsOfKey(row)]));
}

/** Returns the data of a key's row that authentication needs. */
export function factsOfKey({ id, accountId, account, app, environment, scopes }: KeyRow): CredentialFacts {
  return {
    ...{ type: 'api_key', keyId: id, accountId, account, scopes, expiresAt: null, resource: null },
    environment: environment === 'test' ? 'test' : 'live',
    app: app && {
      ...{ id: app.id, ceiling: app.scopes, throttled: app.throttled },
      approved: app.status === 'approved',
      suspended: app.status === 'suspended',
    },
  };
}

/** Returns the existing OAuth access tokens among `hashes`, mapped by hash. Expired ones are included. */
async function queryTokens({ client }: Database, hashes: string[]): Promise<Map<string, CredentialFacts>> {
  const records = await client.oauthRecord.findMany({ where: { kind: 'AccessToken', id: { in: hashes } } });
  const accountIds = new Set(records.flatMap(({ accountId }) => accountId ?? []));
  const clientIds = new Set(records.flatMap(({ clientId }) => clientId ?? []));
  const [accounts, apps] = await Promise.all([
    client.account.findMany({ where: { id: { in: [...accountIds] } }, select: { id: true, ...accountFactFields } }),
    client.app.findMany({
      // An app's id is also its client id. A client without an app registered dynamically.
      where: { id: { in: [...clientIds] } },
      select: { id: true, status: true, scopes: true, throttled: true, account: { select: restrictionFields } },
    }),
  ]);
  const found = new Map<string, CredentialFacts>();
  for (const record of records) {
    const account = accounts.find(({ id }) => id === record.accountId);
    const app = apps.find(({ id }) => id === record.clientId);
    if (!account) continue;
    const { scopes, resource } = parseAccessToken(record.payload);
    found.set(record.id, {
      ...{ type: 'oauth', keyId: null, accountId: account.id, account, scopes, resource, environment: 'live' },
      expiresAt: record.expiresAt,
      app: app ? appFacts(app) : null,
    });
  }
  return found;
}

function appFacts({ id, status, scopes, throttled, account }: AppRow): AppFacts {
  const suspended = status === 'suspended' || isRestricted(account);
  return { id, ceiling: scopes, throttled, approved: status === 'approved', suspended };
}

/**
 * Reads the scopes and the resource (audience) from the payload of a stored access token.
 * Throws an `Error` when the payload has no audience, which means that the record is not a token.
 */
function parseAccessToken(payload: unknown): { scopes: string[]; resource: string | null } {
  if (!Payload.Check(payload)) throw new Error('A stored access token has no audience.');
  const resource = Array.isArray(payload.aud) ? (payload.aud[0] ?? null) : payload.aud;
  return { scopes: payload.scope?.split(' ') ?? [], resource };
}
