import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { FramemillError } from '@framemill/timeline';
import { isAddressIn, isGlobalAddress } from './global-address.ts';

/** Where the service may send requests on behalf of callers. */
export interface OutboundPolicy {
  /** Ports that may be used. */
  ports: readonly number[] | 'any';
  /** Hosts, addresses and ranges (`10.0.0.0/8`) that may be used although they are not on the public internet. */
  privateHosts: readonly string[];
}

/** Resolves a name to all its addresses, both families. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/** A target that may be connected to, and the only addresses that may be used for it. */
export interface VettedTarget {
  url: URL;
  addresses: LookupAddress[];
}

/** Rules for an address, and its name in errors. */
export interface TargetOptions {
  /** Characters that it may have; 2,000 when absent. */
  readonly longest?: number;
  /** Field of the caller that holds it; `body.url` when absent. */
  readonly field?: string;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
const LONGEST_URL = 2_000;

/**
 * Checks an address of a caller before anything is sent: scheme, user info, port, and every address that its host resolves
 * to. One that is not public refuses the whole target, so that a name with several addresses cannot be used to get inside.
 * Throws `invalid_request` for what is refused, `provider_error` when the host does not resolve.
 */
export async function vetTarget(
  text: string,
  policy: OutboundPolicy,
  resolve: ResolveHost,
  { longest = LONGEST_URL, field = 'body.url' }: TargetOptions = {},
): Promise<VettedTarget> {
  const url = parseTarget(text, policy, { longest, field });
  return { url, addresses: await vetHost(url.hostname, policy, resolve, field) };
}

/** The addresses of a host, under the rules of `vetTarget` and with its errors. `field`: what an error names. */
export async function vetHost(
  name: string,
  policy: OutboundPolicy,
  resolve: ResolveHost,
  field = 'body.url',
): Promise<LookupAddress[]> {
  // A trailing dot names the same host; brackets are the URL's, not the address's.
  const host = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolveOrRefuse(host, resolve);
  const listed = policy.privateHosts.some((entry) => entry.toLowerCase() === host);
  for (const { address } of addresses) {
    if (listed || isGlobalAddress(address)) continue;
    if (policy.privateHosts.some((entry) => isAddressIn(address, entry))) continue;
    throw refuse(`The host "${host}" is not on the public internet. Use an address that anybody can reach.`, field);
  }
  return addresses;
}

function parseTarget(text: string, policy: OutboundPolicy, { longest, field }: Required<TargetOptions>): URL {
  const fail = (message: string) => refuse(message, field);
  const url = text.length <= longest ? URL.parse(text) : null;
  if (!url) throw fail(`The address is not a URL of at most ${longest} characters (got "${text.slice(0, 80)}").`);
  const defaultPort = DEFAULT_PORTS[url.protocol];
  if (defaultPort === undefined) throw fail(`The address must begin with http:// or https:// (got "${url.protocol}").`);
  if (url.username !== '' || url.password !== '') {
    throw fail('The address holds a user name or password. Use one that works without.');
  }
  const port = url.port === '' ? defaultPort : Number(url.port);
  if (policy.ports !== 'any' && !policy.ports.includes(port)) {
    throw fail(`Port ${port} cannot be used. Use ${policy.ports.join(' or ')}.`);
  }
  return url;
}

async function resolveOrRefuse(host: string, resolve: ResolveHost): Promise<LookupAddress[]> {
  let addresses: LookupAddress[];
  try {
    addresses = await resolve(host);
  } catch (cause) {
    throw new FramemillError('provider_error', `The host "${host}" has no address.`, {}, { cause });
  }
  if (addresses.length === 0) throw new FramemillError('provider_error', `The host "${host}" has no address.`);
  return addresses;
}

function refuse(message: string, field: string): FramemillError {
  return new FramemillError('invalid_request', message, { field });
}
