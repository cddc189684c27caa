import ipaddr from 'ipaddr.js';

/** Global unicast IPv6 is handed out from here alone; everything else is special, old, or not assigned yet. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Of an IPv6 address that holds an IPv4 one, `::ffff:a.b.c.d`, so many bits come before it. */
const MAPPED_BITS = 96;

/**
 * Whether an IP address belongs to the public internet. An IPv4 address inside an IPv6 one (`::ffff:a.b.c.d`) is judged
 * by itself; tunnels to IPv4 (64:ff9b::/96, 2002::/16, Teredo) are never global. What is no address is not global.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}

/** Whether `address` is `entry`, or in it when that is a range such as `10.0.0.0/8`. Entries that are neither match nothing. */
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
