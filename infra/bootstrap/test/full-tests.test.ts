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
    /^\/\/ @module-tag full$|\btags: .*'full'|\bof sampled\(/m.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(listed.toSorted()).toEqual(tagged.toSorted());
});

test('docs/tests.md names tests of the Studio that exist and run in npm test', () => {
  const page = readFileSync(path.join(root, 'docs/tests.md'), 'utf8');
  const [, section = ''] = page.split('\n## What people do in the Studio\n');
  const rows = [...section.matchAll(/^\| [^|]+ \| `([\w-]+)` \| (.*) \|$/gm)];
  expect(rows.length).toBeGreaterThanOrEqual(25);
  const missing = rows.flatMap(([, file, cells = '']) => {
    const source = readFileSync(path.join(root, `studio/test/${file}.test.ts`), 'utf8');
    const names = [...cells.matchAll(/(?<=^|\| )"(.+?)"(?= \||$)/g)].map(([, name = '']) =>
      name.replaceAll('\\"', '"'),
    );
    expect(names, file).not.toEqual([]);
    return names.filter((name) => {
      const [, options] = source.split(`'${name}', `);
      return options === undefined || options.split('=>')[0]?.includes("'full'") || source.includes('@module-tag full');
    });
  });
  expect(missing).toEqual([]);
});
