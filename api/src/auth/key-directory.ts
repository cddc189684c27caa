import type { Database } from '@framemill/infra';
import { hashKey, isLegacyKey, type KeyEnvironment } from './bearer-key.ts';

/** A key as stored, with what its account and app say about it. */
export interface KeyFacts {
  keyId: string;
  accountId: string;
  plan: string;
  accountStatus: string;
  appId: string | null;
  appStatus: string | null;
  appScopes: string[] | null;
  environment: KeyEnvironment;
  scopes: string[];
  legacy: boolean;
}

/**
 * How long a key is believed without asking the database. Revocation, suspension and plan changes take effect within 5 s;
 * the rest of the 5 s is for the look-up itself.
 */
export const KEY_CACHE_MS = 4_000;

const MAX_CACHED_KEYS = 10_000;

/** Finds keys by their hash, remembering those that exist for KEY_CACHE_MS. */
export interface KeyDirectory {
  /** Facts of a key; null when it is unknown or revoked. */
  find(key: string): Promise<KeyFacts | null>;
}

interface CacheEntry {
  expiresAt: number;
  facts: Promise<KeyFacts | null>;
}

/**
 * One SQL statement a look-up; requests that need the same key at once share it. Unknown keys are not remembered, so that
 * a freshly minted key works at once and guesses cannot fill the cache. `now` is a clock in milliseconds, for tests.
 */
export function createKeyDirectory(database: Database, now: () => number = Date.now): KeyDirectory {
  const cache = new Map<string, CacheEntry>();

  function load(hash: string, legacy: boolean): CacheEntry {
    // The life of an entry starts before the query: what it reads is at least that new.
    const entry = { expiresAt: now() + KEY_CACHE_MS, facts: queryKey(database, hash, legacy) };
    if (cache.size >= MAX_CACHED_KEYS) dropOldest(cache);
    cache.set(hash, entry);
    const forget = () => {
      if (cache.get(hash) === entry) cache.delete(hash);
    };
    entry.facts.then((facts) => {
      if (facts === null) forget();
    }, forget);
    return entry;
  }

  return {
    find(key) {
      const hash = hashKey(key);
      const cached = cache.get(hash);
      if (cached && cached.expiresAt > now()) return cached.facts;
      cache.delete(hash);
      return load(hash, isLegacyKey(key)).facts;
    },
  };
}

function dropOldest(cache: Map<string, CacheEntry>): void {
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}

async function queryKey(database: Database, hash: string, legacy: boolean): Promise<KeyFacts | null> {
  const key = await database.client.apiKey.findUnique({
    where: { hash },
    select: {
      id: true,
      accountId: true,
      appId: true,
      environment: true,
      scopes: true,
      revokedAt: true,
      account: { select: { plan: true, status: true } },
      app: { select: { status: true, scopes: true } },
    },
  });
  if (!key || key.revokedAt !== null) return null;
  return {
    keyId: key.id,
    accountId: key.accountId,
    plan: key.account.plan,
    accountStatus: key.account.status,
    appId: key.appId,
    appStatus: key.app?.status ?? null,
    appScopes: key.app?.scopes ?? null,
    environment: key.environment === 'test' ? 'test' : 'live',
    scopes: key.scopes,
    legacy,
  };
}
