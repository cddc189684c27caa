import type { Database } from '@framemill/infra';
import { hashKey, type KeyEnvironment } from './bearer-key.ts';

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
}

/**
 * How long a key is believed without asking the database. Revocation, suspension and plan changes take effect within 5 s;
 * the rest of the 5 s is for the look-up itself.
 */
export const KEY_CACHE_MS = 4_000;

/** A key in use is looked up again from this age on, beside the request: nobody waits for a key that is polled with. */
const REFRESH_AFTER_MS = 2_000;

/** Look-ups of this long share one query: many keys that grow old together must not become many queries. */
const BATCH_MS = 2;

const MAX_CACHED_KEYS = 10_000;

/** Finds keys by their hash, remembering those that exist for KEY_CACHE_MS. */
export interface KeyDirectory {
  /** Facts of a key; null when it is unknown or revoked. */
  find(key: string): Promise<KeyFacts | null>;
}

interface CacheEntry {
  /** When the query that found it began. */
  askedAt: number;
  facts: KeyFacts;
}

type Lookup = PromiseWithResolvers<KeyFacts | null>;

/**
 * Unknown keys are not remembered, so that a freshly minted key works at once and guesses cannot fill the cache. `now` is
 * a clock in milliseconds, for tests.
 */
export function createKeyDirectory(database: Database, now: () => number = Date.now): KeyDirectory {
  const cache = new Map<string, CacheEntry>();
  const running = new Map<string, Lookup>();
  let batch: string[] = [];

  function lookUp(hash: string): Promise<KeyFacts | null> {
    const existing = running.get(hash);
    if (existing) return existing.promise;
    const lookup: Lookup = Promise.withResolvers();
    running.set(hash, lookup);
    if (batch.length === 0) setTimeout(runBatch, BATCH_MS);
    batch.push(hash);
    return lookup.promise;
  }

  function runBatch(): void {
    const hashes = batch;
    batch = [];
    const askedAt = now();
    queryKeys(database, hashes).then(
      (found) => settleAll(hashes, (lookup, hash) => lookup.resolve(remember(hash, found.get(hash) ?? null, askedAt))),
      (error: unknown) => settleAll(hashes, (lookup) => lookup.reject(error)),
    );
  }

  function settleAll(hashes: string[], settle: (lookup: Lookup, hash: string) => void): void {
    for (const hash of hashes) {
      const lookup = running.get(hash);
      running.delete(hash);
      if (lookup) settle(lookup, hash);
    }
  }

  function remember(hash: string, facts: KeyFacts | null, askedAt: number): KeyFacts | null {
    // Deleted first: the order of the map is the order of the look-ups, the oldest in front.
    cache.delete(hash);
    if (facts === null) return null;
    if (cache.size >= MAX_CACHED_KEYS) dropOldest(cache);
    cache.set(hash, { askedAt, facts });
    return facts;
  }

  return {
    async find(key) {
      const hash = hashKey(key);
      const entry = cache.get(hash);
      const age = entry ? now() - entry.askedAt : Number.POSITIVE_INFINITY;
      if (!entry || age >= KEY_CACHE_MS) return lookUp(hash);
      // A look-up that fails now is tried again by the next request, which waits for it once the entry is too old.
      if (age >= REFRESH_AFTER_MS) lookUp(hash).catch(() => undefined);
      return entry.facts;
    },
  };
}

function dropOldest(cache: Map<string, CacheEntry>): void {
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}

async function queryKeys(database: Database, hashes: string[]): Promise<Map<string, KeyFacts>> {
  const rows = await database.client.apiKey.findMany({
    where: { hash: { in: hashes }, revokedAt: null },
    select: {
      id: true,
      hash: true,
      accountId: true,
      appId: true,
      environment: true,
      scopes: true,
      account: { select: { plan: true, status: true } },
      app: { select: { status: true, scopes: true } },
    },
  });
  return new Map(
    rows.map((key) => [
      key.hash,
      {
        keyId: key.id,
        accountId: key.accountId,
        plan: key.account.plan,
        accountStatus: key.account.status,
        appId: key.appId,
        appStatus: key.app?.status ?? null,
        appScopes: key.app?.scopes ?? null,
        environment: key.environment === 'test' ? ('test' as const) : ('live' as const),
        scopes: key.scopes,
      },
    ]),
  );
}
