import { isIP } from 'node:net';

/** What a list with commas between names, without the spaces; null and empty entries name nothing. */
export function listOf(value: string | null): string[] {
  return (value ?? '').split(',').flatMap((entry) => entry.trim() || []);
}

/** Whether `entry` is what a proxy may be trusted by: an address, a range of at least one bit, or a name of ranges. */
export function isProxyEntry(entry: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
  return isIP(entry) !== 0 || isRange(entry, 1);
}

/** Whether `entry` is a host name, an address, or a range such as `10.0.0.0/8`. */
export function isHostEntry(entry: string): boolean {
  return isIP(entry) !== 0 || isRange(entry, 0) || isHostName(entry);
}

/** Whether `entry` is a port that can be connected to. */
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
  // A last label of digits makes it an IPv4 address for a URL, and it is none.
  return labels.every((label) => /^[\w-]{1,63}$/.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
