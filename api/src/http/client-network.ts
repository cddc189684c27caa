import ipaddr from 'ipaddr.js';

/** One customer's line has so many bits of an IPv6 address: the others are hers to choose (RFC 6177). */
const LINE_BITS = 64;

/** Networks of the addresses that were asked for last: every request asks, and most come from few addresses. */
const known = new Map<string, string>();
const MOST_KNOWN = 10_000;
const LONGEST_ADDRESS = 64;

/** What limits for strangers count: the IPv4 address, of IPv6 the line's network (`2001:db8::/64`). What is no address is itself. */
export function clientNetwork(address: string): string {
  const found = known.get(address);
  if (found !== undefined) return found;
  const network = findNetwork(address);
  if (known.size >= MOST_KNOWN) known.clear();
  // What is longer is no address, whoever wrote it.
  if (address.length <= LONGEST_ADDRESS) known.set(address, network);
  return network;
}

function findNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${LINE_BITS}`).toString()}/${LINE_BITS}`;
}
