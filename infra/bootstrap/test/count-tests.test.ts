import { describe, expect, it } from 'vitest';
import { countTests, type FileResult, mergeReports } from './count-tests.mjs';

describe('the count of tests', () => {
  const file = (name: string, status: string, ...tests: string[]): FileResult => ({
    name: `/project/${name}`,
    status,
    message: status === 'failed' ? 'does not load' : '',
    assertionResults: tests.map((result, at) => ({
      status: result,
      fullName: `test ${at}`,
      failureMessages: result === 'failed' ? ['is 2, not 1'] : [],
    })),
  });

  it('counts a file that cannot be loaded as one failure, and says of every failure where and why', () => {
    const report = {
      testResults: [
        file('a.test.ts', 'passed', 'passed', 'pending'),
        file('b.test.ts', 'failed', 'passed', 'failed'),
        file('c.test.ts', 'failed'),
      ],
    };
    expect(countTests(report, '/project')).toEqual({
      passed: 2,
      skipped: 1,
      onlyInAll: { tests: 0, files: 0 },
      failures: ['b.test.ts > test 1: is 2, not 1', 'c.test.ts: does not load'],
    });
  });

  it('counts tests with the tag full apart from those that were skipped, unless they were part of the run', () => {
    const part = file('a.test.ts', 'passed', 'passed', 'pending', 'pending');
    for (const test of part.assertionResults.slice(1, 2)) test.tags = ['full'];
    const report = { testResults: [part, file('b.test.ts', 'passed', 'pending')] };
    expect(countTests(report, '/project')).toMatchObject({ skipped: 2, onlyInAll: { tests: 1, files: 1 } });
    const whole = countTests(report, '/project', { isFullRun: true });
    expect(whole).toMatchObject({ skipped: 3, onlyInAll: { tests: 0, files: 0 } });
  });

  it('takes what a file said when it was run again', () => {
    const first = {
      testResults: [file('a.test.ts', 'passed', 'passed'), file('b.test.ts', 'failed', 'failed', 'passed')],
    };
    const second = { testResults: [file('b.test.ts', 'passed', 'passed', 'passed')] };
    expect(countTests(mergeReports(first, second), '/project')).toMatchObject({ passed: 3, skipped: 0, failures: [] });
  });
});
