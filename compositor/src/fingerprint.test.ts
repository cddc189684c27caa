import { expect, test } from 'vitest';
import { engineFingerprint } from './fingerprint.ts';

test('the fingerprint is the same every time on one machine', { timeout: 30_000 }, async () => {
  const first = await engineFingerprint();
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await engineFingerprint()).toBe(first);
});
