import { Readable } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { Configuration } from 'oidc-provider';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { createLimiter } from '../limiter/limiter.ts';

/** Rate limit of one network for client documents, per 60 s. Each document costs a request to a third-party server. */
const DOCUMENT_LIMIT = { name: 'oauth_documents', limit: 30 };
/**
 * Minimum and maximum time for which a client document is cached, in seconds. The caching headers of its server decide
 * within these limits.
 */
const CACHE_SEC = { min: 60, max: 3_600 };

type Features = NonNullable<Configuration['features']>;

/**
 * Creates the OAuth settings for clients that are identified by the `https:` address of a metadata document (OAuth
 * Client ID Metadata Document). Such clients need no registration.
 * `feature` is the setting that enables metadata documents. `fetch` is the function with which the OAuth server reads
 * them. It sends requests through the `outbound` client, which refuses internal addresses, and throws for an address
 * that is not the one of a metadata document.
 */
export function clientDocuments({ outbound, redis }: Pick<ConsoleServices, 'outbound' | 'redis'>) {
  const limiter = createLimiter(redis);
  const allowed = new Set<string>();

  const feature: NonNullable<Features['clientIdMetadataDocument']> = {
    enabled: true,
    ack: 'draft-02',
    async allowFetch(ctx, clientId) {
      const { refusedBy } = await limiter.take(clientNetwork(ctx.ip), [DOCUMENT_LIMIT]);
      if (refusedBy) return false;
      allowed.add(clientId);
      return true;
    },
    cacheDuration: CACHE_SEC,
  };

  const fetch: NonNullable<Configuration['fetch']> = async (url, options) => {
    if (!allowed.delete(String(url)))
      throw new Error(`The OAuth server tried to fetch ${String(url)}, which is not a client metadata document.`);
    const answer = await outbound.send(String(url), {
      method: 'GET',
      headers: { accept: 'application/json' },
      signal: options?.signal ?? AbortSignal.timeout(2_500),
    });
    // The connection is closed once the body was read to its end or cancelled.
    answer.body.once('close', () => void answer.close());
    if (answer.status !== 200) {
      await answer.close();
      throw new FramemillError(
        'provider_error',
        `The client id is a URL, but reading it gave status ${answer.status}. Check the client id.`,
      );
    }
    const headers = new Headers();
    for (const name of ['cache-control', 'content-length', 'expires'] as const) {
      const value = answer.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    return new Response(Readable.toWeb(answer.body) as ReadableStream, { status: 200, headers });
  };

  return { feature, fetch };
}

/** Returns the host of a client's metadata document; null for clients without one. */
export function documentHost(clientId: string): string | null {
  return clientId.startsWith('https://') ? (URL.parse(clientId)?.host ?? null) : null;
}
