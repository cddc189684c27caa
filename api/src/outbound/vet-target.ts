import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { FramemillError } from '@framemill/timeline';
import ipaddr from 'ipaddr.js';

/**
 * Range from which global unicast IPv6 addresses are assigned. All other IPv6 addresses are special, obsolete or
 * unassigned.
 */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Prefix length of IPv4-mapped IPv6 addresses (`::ffff:a.b.c.d`), in bits. */
const MAPPED_BITS = 96;

/** Rules for the targets of requests sent on behalf of callers. */
export interface OutboundPolicy {
  /** Allowed ports. */
  ports: readonly number[] | 'any';
  /** Hosts, addresses and ranges (`10.0.0.0/8`) that are allowed although they are not on the public internet. */
  privateHosts: readonly string[];
}

/** Resolves a host name to all its IPv4 and IPv6 addresses. */
export type ResolveHost = (host: string) => Promise<LookupAddress[]>;

/** Checked target, with the only addresses that may be connected to. */
export interface VettedTarget {
  url: URL;
  addresses: LookupAddress[];
}

/** Options for checking an address: its maximum length, and the name of its field in errors. */
export interface TargetOptions {
  /** Maximum length in characters; 2,000 when absent. */
  readonly longest?: number;
  /** Request field that contains the address; `body.url` when absent. */
  readonly field?: string;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };
const LONGEST_URL = 2_000;

/**
 * Checks an address supplied by a caller: scheme, user info, port, and all IP addresses of its host.
 * If one IP address is not public, the target is refused. A host name with several addresses therefore cannot lead to
 * the internal network. Throws `invalid_request` for a refused target, and `provider_error` when the host does not
 * resolve.
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

/**
 * Resolves a host to its IP addresses, and checks these by the rules of `vetTarget`. Throws the same errors as
 * `vetTarget`. `field` is the request field that errors name.
 */
export async function vetHost(
  name: string,
  policy: OutboundPolicy,
  resolve: ResolveHost,
  field = 'body.url',
): Promise<LookupAddress[]> {
  // A trailing dot denotes the same host. Brackets belong to the URL, not to the address.
  const host = name.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const addresses = isIP(host) ? [{ address: host, family: isIP(host) }] : await resolveOrRefuse(host, resolve);
  const listed = policy.privateHosts.some((entry) => entry.toLowerCase() === host);
  for (const { address } of addresses) {
    if (listed || isGlobalAddress(address)) continue;
    if (policy.privateHosts.some((entry) => isAddressIn(address, entry))) continue;
    throw refuse(`The host "${host}" is not on the public internet. Use an address that is publicly reachable.`, field);
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
    throw fail('The address contains a user name or password. Use an address without them.');
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
    throw new FramemillError('provider_error', `The host "${host}" has no DNS address. Check its name.`, {}, { cause });
  }
  if (addresses.length === 0)
    throw new FramemillError('provider_error', `The host "${host}" has no DNS address. Check its name.`);
  return addresses;
}

function refuse(message: string, field: string): FramemillError {
  return new FramemillError('invalid_request', message, { field });
}

/**
 * Whether an IP address belongs to the public internet.
 * An IPv4-mapped IPv6 address (`::ffff:a.b.c.d`) is checked as IPv4. Tunnels to IPv4 (64:ff9b::/96, 2002::/16, Teredo)
 * are never global. Text that is not an address is not global.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/**
 * Whether an IP address equals `entry` or, when `entry` is a range such as `10.0.0.0/8`, lies in this range.
 * An `entry` that is neither an address nor a range matches nothing.
 */
export function isAddressIn(address: string, entry: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (ipaddr.isValidCIDR(entry)) {
    const [base, bits] = ipaddr.parseCIDR(entry);
    const isMapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= MAPPED_BITS;
    const range: [ipaddr.IPv4 | ipaddr.IPv6, number] = isMapped
      ? [base.toIPv4Address(), bits - MAPPED_BITS]
      : [base, bits];
    return range[0].kind() === parsed.kind() && parsed.match(range);
  }
  return ipaddr.isValid(entry) && ipaddr.process(entry).toNormalizedString() === parsed.toNormalizedString();
}
