import { isIP } from 'node:net';

/**
 * Splits a comma-separated list into its entries, without surrounding spaces. Empty entries are left out; null gives an
 * empty list.
 */
export function listOf(value: string | null): string[] {
  return (value ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

/**
 * Whether `entry` is valid as a trusted proxy: an IP address, an address range of at least one bit, or the name of a
 * set of address ranges.
 */
export function isProxyEntry(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  return isIP(entry) !== 0 || isRange(entry, 1);
}

/** Whether `entry` is a host name, an IP address, or an address range such as `10.0.0.0/8`. */
export function isHostEntry(entry: string): boolean {
  return isIP(entry) !== 0 || isRange(entry, 0) || isHostName(entry);
}

/** Whether `entry` is a valid port number: 1 to 65535. */
export function isPortEntry(entry: string): boolean {
  return /^\d{1,5}$/.test(entry) && Number(entry) >= 1 && Number(entry) <= 65_535;
}

function isRange(entry: string, fewestBits: number): boolean {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(entry) ?? [];
  const mostBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits !== '' && Number(bits) >= fewestBits && Number(bits) <= mostBits;
}

function isHostName(entry: string): boolean {
  const labels = entry.split('.');
  // A URL parser takes a name with a last label of digits for an IPv4 address, which it is not.
  return labels.every((label) => /^[\w-]{1,63}$/.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
