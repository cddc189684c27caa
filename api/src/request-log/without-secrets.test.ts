import { expect, it } from 'vitest';
import { mintKey } from '../auth/caller.ts';
import { newId } from '../ids.ts';
import { addressWithoutSecrets, withoutSecrets } from './without-secrets.ts';

const declared = { limit: {}, q: {}, cursor: {}, variables: {} };

it.each([
  ['/v1/projects', '/v1/projects'],
  ['/v1/projects?limit=5&q=two%20words', '/v1/projects?limit=5&q=two%20words'],
  ['/v1/media?limit=5&token=abc&sig', '/v1/media?limit=5&token=…&…'],
  ['/v1/media?X-Amz-Signature=0f&X-Amz-Credential=AKIA%2F1', '/v1/media?X-Amz-Signature=…&X-Amz-Credential=…'],
  [`/v1/media?q=${'a'.repeat(43)}`, '/v1/media?q=…'],
  ['/v1/media?q=Bearer%20opensesame', '/v1/media?q=Bearer%20…'],
  [
    '/v1/projects/p/preview?variables=%7B%22name%22%3A%22Ann%22%7D&limit=1',
    '/v1/projects/p/preview?variables=…&limit=1',
  ],
  ['/v1/media?__proto__=x', '/v1/media?__proto__=…'],
])('writes the address %s as %s', (url, written) => {
  expect(addressWithoutSecrets(url, declared)).toBe(written);
});

it('hides keys, tokens and signatures in every place', () => {
  const key = mintKey('live');
  for (const place of [`/v1/projects/${key}`, `/v1/media?${key}=1`, `/v1/media?q=${key}`, `/v1/${key}?limit=1`])
    expect(addressWithoutSecrets(place, declared)).not.toContain(key.slice(-20));
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln';
  const message = `The key ${key}, ${jwt} and whsec_c2VjcmV0 went to https://ann:pw@host.example/a?sig=1#x twice.`;
  expect(withoutSecrets(message)).toBe('The key …, … and … went to https://…@host.example/a?… twice.');
});

it('leaves ids of the service and usual messages as they are', () => {
  const path = `/v1/projects/${newId('prj')}/comments/${newId('cmt')}`;
  expect(addressWithoutSecrets(path, declared)).toBe(path);
  const message = 'query.limit must be between 1 and 100 (got 0). Send another number.';
  expect(withoutSecrets(message)).toBe(message);
});

it('cuts long texts before a word, so that a crafted one takes no time and no part of a key remains', () => {
  const key = mintKey('live');
  const before = 'word '.repeat(395);
  expect(withoutSecrets(`${before}${key} ${'x '.repeat(90)}`)).not.toContain('key_');
  for (const part of ['+ ', 'bearer ', 'eyJ', 'http://', '://a', '%20', 'bearer+'])
    expect(withoutSecrets(part.repeat(31_000)).length).toBeLessThanOrEqual(2_001);
});
