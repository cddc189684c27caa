import { expect, test } from 'vitest';
import { isInWords } from './is-in-words.ts';

test.each([
  'the media "chaos" is in quarantine, because it ends the processes that read it (it crashed). Upload another file',
  'segments 3 to 4 failed 3 times; the last time: The render child ended (stuck, signal SIGKILL): no progress for 15 s.',
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
