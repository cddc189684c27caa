import type { Database } from '@framemill/infra';
import { hashKey, isKey } from './bearer-key.ts';
import type { CredentialFacts } from './credential-facts.ts';
import { queryKeys } from './query-keys.ts';
import { queryTokens } from './query-tokens.ts';

/**
 * How long a key or token is believed without asking the database. Revocation, suspension and plan changes take effect within 5 s;
 * the rest of the 5 s is for the look-up itself.
 */
export const CREDENTIAL_CACHE_MS = 4_000;

/** One in use is looked up again from this age on, beside the request: nobody waits for a key that is polled with. */
const REFRESH_AFTER_MS = 2_000;

/** Look-ups of this long share one query: many keys that grow old together must not become many queries. */
const BATCH_MS = 2;

const MAX_CACHED_KEYS = 10_000;

/** Finds keys and OAuth access tokens by their hash, remembering those that exist for CREDENTIAL_CACHE_MS. */
export interface CredentialDirectory {
  /** Facts of a key or token; null when it is unknown, revoked or expired. */
  find(credential: string): Promise<CredentialFacts | null>;
}

interface CacheEntry {
  /** When the query that found it began. */
  askedAt: number;
  facts: CredentialFacts;
}

type Lookup = PromiseWithResolvers<CredentialFacts | null>;

/**
 * Unknown ones are not remembered, so that a freshly minted key works at once and guesses cannot fill the cache. `now` is
 * a clock in milliseconds, for tests.
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
    // Deleted first: the order of the map is the order of the look-ups, the oldest in front.
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
      // A look-up that fails now is tried again by the next request, which waits for it once the entry is too old.
      if (age >= REFRESH_AFTER_MS) lookUp(hash, isApiKey).catch(() => undefined);
      return unlessExpired(entry.facts, now());
    },
  };
}

// A remembered token must not outlive its end.
function unlessExpired(facts: CredentialFacts | null, nowMs: number): CredentialFacts | null {
  return facts?.expiresAt && facts.expiresAt.getTime() <= nowMs ? null : facts;
}

function dropOldest(cache: Map<string, CacheEntry>): void {
  const [oldest] = cache.keys();
  if (oldest !== undefined) cache.delete(oldest);
}
