import { expect, test } from 'vitest';
import { isInWords } from './checks.ts';

test.each([
  'The media "chaos" is in quarantine because it makes render processes fail (it crashed). Upload another file',
  'Segments 3 to 4 failed 3 times. Last error: The render process ended (stuck): no progress for 15 s.',
])('"%s" is a reason in words', (reason) => {
  expect(isInWords(reason)).toBe(true);
});

test.each([
  null,
  '',
  'internal_error',
  '{"kind":"failed","code":"internal_error","message":"it is broken for good"}',
  'Cannot read properties of undefined (reading "sha256")',
  'it failed at frames.ts:31:12 once more',
  'TypeError: it is broken\n    at render (frames.ts)',
])('"%s" is none', (reason) => {
  expect(isInWords(reason)).toBe(false);
});
