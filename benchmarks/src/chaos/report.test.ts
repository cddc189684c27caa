import { expect, test } from 'vitest';
import { countChecks } from './report.ts';

const row = { promise: 'A promise', figure: '1 s', limit: '< 2 s', values: {} };
const line = { check: 'a check', found: 'nothing' };

test('counts each row and audit line once, an aborted scenario as a failure, and rows that were only slow not at all', () => {
  const results = [
    {
      scenario: 'kills',
      rows: [
        { ...row, ok: true, verdict: 'ok' },
        { ...row, ok: false, verdict: 'failed' },
        { ...row, ok: false, verdict: 'slow' },
      ],
      audit: [{ ...line, ok: true }],
      error: null,
    },
    { scenario: 'zombie', rows: [], audit: [], error: 'broke off' },
  ] as const;
  expect(countChecks(results)).toEqual({
    passed: 2,
    failed: 2,
    failures: ['A promise: 1 s (has to be: < 2 s)', 'zombie: broke off'],
  });
});
