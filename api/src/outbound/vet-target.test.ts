import type { LookupAddress } from 'node:dns';
import { FramemillError } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { isAddressIn, isGlobalAddress, type OutboundPolicy, vetTarget } from './vet-target.ts';

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  localhost: ['127.0.0.1'],
  'mixed.example': ['93.184.216.34', '10.0.0.5'],
  'inner.example': ['fd00::5'],
  'mapped.example': ['::ffff:169.254.169.254'],
  'nat64.example': ['64:ff9b::a9fe:a9fe'],
  'files.corp': ['10.9.9.9'],
  'nothing.example': [],
};

async function resolve(host: string): Promise<LookupAddress[]> {
  const found = names[host];
  if (!found) throw new Error(`ENOTFOUND ${host}`);
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const open: OutboundPolicy = { ports: [80, 443], privateHosts: [] };

async function problemOf(url: string, policy = open): Promise<string> {
  const error: unknown = await vetTarget(url, policy, resolve).then(
    () => 'passed',
    (problem: unknown) => problem,
  );
  return error instanceof FramemillError ? error.code : String(error);
}

describe('targets that are refused', () => {
  it.each([
    ['another scheme', 'file:///etc/passwd'],
    ['ftp', 'ftp://public.example/a.mp4'],
    ['gopher', 'gopher://public.example:80/x'],
    ['data', 'data:video/mp4;base64,AAAA'],
    ['javascript', 'javascript:alert(1)'],
    ['unix sockets', 'unix:/run/docker.sock'],
    ['no URL', '//public.example/a.mp4'],
    ['a user', 'http://user@public.example/'],
    ['a user that looks like a host', 'http://public.example@127.0.0.1/'],
    ['a password', 'https://:secret@public.example/'],
    ['the port of a database', 'http://public.example:5432/'],
    ['the port of Redis', 'http://public.example:6379/'],
    ['port 0', 'http://public.example:0/'],
    ['a number for a host', 'http://2130706433/'],
    ['an octal host', 'http://0177.0.0.1/'],
    ['a hexadecimal host', 'http://0x7f000001/'],
    ['mixed notations', 'http://0x7f.0.0.01/'],
    ['a short host', 'http://127.1/'],
    ['zero', 'http://0/'],
    ['full-width digits', 'http://１２７.0.0.1/'],
    ['ideographic dots', 'http://127。0。0。1/'],
    ['circled digits', 'http://①②⑦.0.0.1/'],
    ['an encoded host', 'http://%31%32%37.0.0.1/'],
    ['localhost', 'http://localhost/'],
    ['localhost in capitals', 'http://LOCALHOST/'],
    ['localhost with a dot', 'http://localhost./'],
    ['an address with a dot', 'http://127.0.0.1./'],
    ['IPv6 loopback', 'http://[::1]/'],
    ['IPv4 in IPv6', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4 in IPv6, in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['IPv4-compatible IPv6', 'http://[::127.0.0.1]/'],
    ['NAT64', 'http://[64:ff9b::7f00:1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['a zone id', 'http://[fe80::1%25eth0]/'],
    ['link-local', 'http://[fe80::1]/'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['a private address', 'https://192.168.1.1/'],
    ['one private address of several', 'https://mixed.example/'],
    ['a name of a private IPv6 address', 'https://inner.example/'],
    ['a name of a mapped address', 'https://mapped.example/'],
    ['a name of a NAT64 address', 'https://nat64.example/'],
    ['2,001 characters', `http://public.example/${'a'.repeat(2_001)}`],
  ])('%s: %s', async (_what, url) => {
    expect(await problemOf(url)).toBe('invalid_request');
  });
});

it.each(['http://missing.example/', 'http://nothing.example/'])('a host without addresses: %s', async (url) => {
  expect(await problemOf(url)).toBe('provider_error');
});

it('a public target keeps every address that was checked', async () => {
  const { url, addresses } = await vetTarget('https://public.example/a.mp4?x=1', open, resolve);
  expect(url.href).toBe('https://public.example/a.mp4?x=1');
  expect(addresses.map(({ address }) => address)).toEqual(names['public.example']);
});

it('listed hosts, addresses and ranges are let through, by themselves only', async () => {
  const policy = { ports: [80, 8080], privateHosts: ['files.corp', '10.1.0.0/16'] };
  expect(await problemOf('http://files.corp:8080/a.mp4', policy)).toBe('passed');
  expect(await problemOf('http://files.corp./a.mp4', policy)).toBe('passed');
  expect(await problemOf('http://10.1.2.3/a.mp4', policy)).toBe('passed');
  expect(await problemOf('http://10.2.2.3/a.mp4', policy)).toBe('invalid_request');
  expect(await problemOf('http://10.9.9.9/a.mp4', policy)).toBe('invalid_request');
  expect(await problemOf('http://other.files.corp/', policy)).toBe('provider_error');
});

it('messages do not tell what a name resolves to', async () => {
  const error: unknown = await vetTarget('http://inner.example/', open, resolve).catch((problem: unknown) => problem);
  expect(String(error)).not.toContain('fd00');
});

describe('addresses outside of the public internet', () => {
  it.each([
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.8.8.8'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.168.0.1', '198.18.0.1', '198.19.255.255'],
    ...['224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255', '192.0.2.1', '198.51.100.1', '203.0.113.1'],
    ...['::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '64:ff9b::7f00:1'],
    ...['64:ff9b:1::1', '2002:7f00:1::', '2001:0:1::1', '2001:db8::1', 'fc00::1', 'fdff::1', 'fe80::1', 'fec0::1'],
    ...['ff02::1', '100::1', 'fe80::1%eth0', '', 'localhost', '127.0.0.1.', '1.2.3.4.5'],
  ])('are not global: "%s"', (address) => {
    expect(isGlobalAddress(address)).toBe(false);
  });
});

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '172.32.0.1',
  '2606:4700:4700::1111',
  '::ffff:8.8.8.8',
])('the address %s is global', (address) => {
  expect(isGlobalAddress(address)).toBe(true);
});

it('an entry of the list is an address or a range, of one family', () => {
  expect(isAddressIn('10.1.2.3', '10.0.0.0/8')).toBe(true);
  expect(isAddressIn('11.1.2.3', '10.0.0.0/8')).toBe(false);
  expect(isAddressIn('::ffff:10.1.2.3', '10.0.0.0/8')).toBe(true);
  expect(isAddressIn('10.1.2.3', '::ffff:10.0.0.0/104')).toBe(true);
  expect(isAddressIn('::ffff:11.1.2.3', '::ffff:10.0.0.0/104')).toBe(false);
  expect(isAddressIn('10.1.2.3', '::ffff:0:0/64')).toBe(false);
  expect(isAddressIn('fd00::1', 'fd00::/8')).toBe(true);
  expect(isAddressIn('10.1.2.3', 'fd00::/8')).toBe(false);
  expect(isAddressIn('10.1.2.3', '10.1.2.3')).toBe(true);
  expect(isAddressIn('10.1.2.3', 'files.corp')).toBe(false);
});
