import { Readable } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import type { Configuration } from 'oidc-provider';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { createLimiter } from '../limiter/limiter.ts';

/** Documents that one address can have read in 60 s. Each costs a request to somebody else's server. */
const DOCUMENT_LIMIT = { name: 'oauth_documents', limit: 30 };
/** How long a document is used without reading it again, in seconds: what its server says, within these. */
const CACHE_SEC = { min: 60, max: 3_600 };

type Features = NonNullable<Configuration['features']>;

/**
 * Clients whose id is the `https:` address of a document about them (OAuth Client ID Metadata Document): assistants that
 * no developer registered here. `feature` turns them on; `fetch` reads their documents through `outbound/`, which refuses
 * addresses inside, and throws for every other address that the OAuth server might want to read.
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
    if (!allowed.delete(String(url))) throw new Error('The OAuth server reads no other addresses of clients.');
    const answer = await outbound.send(String(url), {
      method: 'GET',
      headers: { accept: 'application/json' },
      signal: options?.signal ?? AbortSignal.timeout(2_500),
    });
    // Whoever reads the body to its end, or cancels it, closes the connection.
    answer.body.once('close', () => void answer.close());
    if (answer.status !== 200) {
      await answer.close();
      throw new FramemillError('provider_error', `The document answered ${answer.status}.`);
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

/** The host that answers for a client whose id is the address of its document; null for other clients. */
export function documentHost(clientId: string): string | null {
  return clientId.startsWith('https://') ? (URL.parse(clientId)?.host ?? null) : null;
}
