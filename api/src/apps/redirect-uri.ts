import { FramemillError } from '@framemill/timeline';

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

/**
 * Checks a redirect URI. Returns a description of the problem, or null when the URI is valid.
 * By RFC 9700, section 2.1, a URI must use https, or http on the user's own machine (RFC 8252), and must have no
 * fragment and no user name. Native apps may use a custom scheme, which must be a reversed domain name.
 */
export function redirectUriProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return 'is not an absolute URL';
  // The URL parser drops some of these characters, but redirect URIs are compared as the original text.
  if (/[\s\p{Cc}]/u.test(text)) return 'contains spaces or control characters';
  if (url.hash !== '' || text.includes('#')) return 'has a fragment';
  if (url.username !== '' || url.password !== '') return 'contains a user name or password';
  if (url.protocol === 'https:') return null;
  if (url.protocol === 'http:')
    return LOOPBACK.has(url.hostname) ? null : 'must be https, or http on 127.0.0.1, [::1] or localhost';
  return url.protocol.includes('.') ? null : 'must be https or a scheme such as com.example.app:';
}

/** Whether one of the redirect URIs has a custom scheme, which makes the client a native application. */
export function hasCustomScheme(uris: string[]): boolean {
  return uris.some((uri) => !/^https?:/i.test(uri));
}

/** Throws `invalid_request` for the first redirect URI that an app may not use. */
export function checkRedirectUris(uris: string[]): void {
  const isNative = hasCustomScheme(uris);
  for (const uri of uris) {
    const problem = redirectUriProblem(uri) ?? (isNative ? nativeUriProblem(uri) : null);
    if (problem === null) continue;
    const message = `body.redirectUris: ${JSON.stringify(uri.slice(0, 100))} ${problem}.`;
    throw new FramemillError('invalid_request', message, { field: 'body.redirectUris' });
  }
}

// OpenID Connect Dynamic Client Registration, section 2: https URIs of native clients must be claimed by a site.
function nativeUriProblem(uri: string): string | null {
  const { protocol, hostname } = new URL(uri);
  if (protocol !== 'https:' || !LOOPBACK.has(hostname)) return null;
  return 'must use http, because the app also has a redirect URI with a custom scheme';
}
