import type { Database } from '@framemill/infra';
import { hashKey, isKey } from './bearer-key.ts';
import type { CredentialFacts } from './credential-facts.ts';
import { queryKeys } from './query-keys.ts';
import { queryTokens } from './query-tokens.ts';

/**
 * Maximum time, in ms, for which a key or token is accepted from the cache.
 * Revocation, suspension and plan changes take effect within 5 s; the remaining second is for the query itself.
 */
export const CREDENTIAL_CACHE_MS = 4_000;

/**
 * Age, in ms, from which a cached entry is refreshed in the background.
 * Credentials in constant use therefore never wait for a query.
 */
const REFRESH_AFTER_MS = 2_000;

/** Time, in ms, over which look-ups are collected into one query, so that keys expiring together cost one query. */
const BATCH_MS = 2;

const MAX_CACHED_KEYS = 10_000;

/** Finds API keys and OAuth access tokens by their hash. Caches existing ones for CREDENTIAL_CACHE_MS. */
export interface CredentialDirectory {
  /**
   * Returns the facts of a key or token, or null when it is unknown, revoked or expired. Rejects when the query fails.
   */
  find(credential: string): Promise<CredentialFacts | null>;
}

interface CacheEntry {
  /** Time at which the query that returned these facts began, in ms. */
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
