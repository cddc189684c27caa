import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const packages = ['timeline', 'compositor', 'cli', 'farm', 'infra', 'scheduler', 'api', 'studio', 'benchmarks'];

test('docs/tests.md lists the test files with tests that only npm run test:all runs', () => {
  const page = readFileSync(path.join(root, 'docs/tests.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([^`]+\.test\.ts)` \|/gm)].map((match) => match[1]);
  const files = globSync(`{${packages.join(',')}}/{src,test,bootstrap}/**/*.test.ts`, { cwd: root });
  const tagged = files.filter((file) =>
    /^\/\/ @module-tag full$|\btags: .*'full'/m.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(listed.toSorted()).toEqual(tagged.toSorted());
});
