import { FramemillError } from '@framemill/timeline';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * What is wrong with an address that OAuth is to send users back to; null when it may be used. RFC 9700 2.1: https, or http
 * on the user's own machine (RFC 8252); no fragment, no user name. Custom schemes of native apps must name a reversed
 * domain.
 */
export function redirectUriProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return 'is no absolute address';
  // Reading an address drops some of these; the letters that it is compared by keep them.
  if (/[\s\p{Cc}]/u.test(text)) return 'holds spaces or control characters';
  if (url.hash !== '' || text.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'holds a user name or password';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname) ? null : 'must be https, or http on 127.0.0.1, [::1] or localhost';
  return url.protocol.includes('.') ? null : 'must be https or a scheme such as com.example.app:';
}

/** Whether users are sent back to a program by a scheme of its own: such a client is "native". */
export function hasCustomScheme(uris: string[]): boolean {
  return uris.some((uri) => !/^https?:/i.test(uri));
}

/** Throws `invalid_request` for the first address that an app may not use. */
export function checkRedirectUris(uris: string[]): void {
  const isNative = hasCustomScheme(uris);
  for (const uri of uris) {
    const problem = redirectUriProblem(uri) ?? (isNative ? nativeUriProblem(uri) : null);
    if (problem === null) continue;
    const message = `body.redirectUris: ${JSON.stringify(uri.slice(0, 100))} ${problem}.`;
    throw new FramemillError('invalid_request', message, { field: 'body.redirectUris' });
  }
}

// OpenID Connect Registration 2: of native clients, https addresses belong to a site that has claimed them.
function nativeUriProblem(uri: string): string | null {
  const { protocol, hostname } = new URL(uri);
  if (protocol !== 'https:' || !LOOPBACK.has(hostname)) return null;
  return 'cannot stand beside a custom scheme: use http for the own machine';
}
