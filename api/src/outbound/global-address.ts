import ipaddr from 'ipaddr.js';

/** The range from which global unicast IPv6 addresses are assigned. All others are special, obsolete or unassigned. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Prefix length of IPv4-mapped IPv6 addresses (`::ffff:a.b.c.d`), in bits. */
const MAPPED_BITS = 96;

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
 * Whether `address` equals `entry`, or is in it when `entry` is a range such as `10.0.0.0/8`.
 * Entries that are neither match nothing.
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
