import { expect, test } from 'vitest';
import { problemOf, recordingName } from './recorder.ts';

test('a recording is named after its source and its local time', () => {
  expect(recordingName('voice', new Date(2026, 4, 31, 4, 5, 9))).toBe('Voice 2026-05-31 04.05.09');
});

test.each([
  ['NotAllowedError', 'voice', 'The browser has no access to the microphone. Allow it for this site.'],
  ['NotFoundError', 'camera', 'No camera or microphone was found. Connect one.'],
  ['NotReadableError', 'voice', 'The microphone is in use by another program. Close that program.'],
  ['AbortError', 'screen', 'The screen or microphone could not be opened: why. Try again.'],
] as const)('the problem %s is a sentence', (name, source, sentence) => {
  expect(problemOf(new DOMException('why', name), source)).toBe(sentence);
});
