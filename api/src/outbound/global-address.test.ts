import { describe, expect, it } from 'vitest';
import { isAddressIn, isGlobalAddress } from './global-address.ts';

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
