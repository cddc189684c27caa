import ipaddr from 'ipaddr.js';

/** Prefix length of one customer's IPv6 network; the customer chooses the remaining bits (RFC 6177). */
const LINE_BITS = 64;

/** Cache of networks by client address. Every request needs its network, and most requests come from few addresses. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;
const LONGEST_ADDRESS = 64;

/**
 * Returns the network under which requests without a credential are counted for rate limits.
 * For IPv4 this is the address itself, for IPv6 its /64 network, such as `2001:db8::/64`. Text that is not an address
 * is returned unchanged.
 */
export function clientNetwork(address: string): string {
  const found = known.get(address);
  if (found !== undefined) return found;
  const network = findNetwork(address);
  if (known.size >= MOST_KNOWN) known.clear();
  // Longer texts cannot be addresses and are not cached.
  if (address.length <= LONGEST_ADDRESS) known.set(address, network);
  return network;
}

function findNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${LINE_BITS}`).toString()}/${LINE_BITS}`;
}
