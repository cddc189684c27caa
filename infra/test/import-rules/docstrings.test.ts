import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Maximum number of exports without a docstring, by package. A number may only fall. */
const allowed: Record<string, number> = {
  api: 0,
  benchmarks: 0,
  cli: 0,
  compositor: 0,
  farm: 0,
  infra: 0,
  scheduler: 0,
  testing: 0,
  timeline: 0,
};

const declaration =
  /^export (?:default )?(?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|interface|type|enum|const|let) +([A-Za-z_$][\w$]*)/;

/**
 * Returns the exported declarations of a file that have no docstring above them, as `line name`. An overloaded function
 * counts with its first signature.
 */
function undocumented(text: string): string[] {
  const lines = text.split('\n');
  const seen = new Set<string>();
  return lines.flatMap((line, index) => {
    const name = declaration.exec(line)?.[1];
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    let above = index - 1;
    while (/^\s*(@|\/\/)/.test(lines[above] ?? '')) above -= 1;
    const documented = (lines[above] ?? '').trimEnd().endsWith('*/') || describesItself(lines.slice(index, index + 6));
    return documented ? [] : [`${index + 1} ${name}`];
  });
}

/**
 * Whether a definition contains its documentation as data, as an effect, a command, a tool (`description`) or a metric
 * (`help`) does.
 */
function describesItself(lines: readonly string[]): boolean {
  return (
    /(= \w+\(|: \w+ = )/.test(lines[0] ?? '') && lines.slice(1).some((line) => /^ {2}(description|help):/.test(line))
  );
}

/**
 * Returns every undocumented export of a package's sources, as `file:line name`. Tests and generated files are not
 * read.
 */
function undocumentedIn(folder: string): string[] {
  const source = path.join(root, folder, 'src');
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(generated|node_modules)\//.test(file))
    .sort()
    .flatMap((file) => undocumented(readFileSync(path.join(source, file), 'utf8')).map((found) => `${file}:${found}`));
}

test.each(Object.entries(allowed))('exports of %s have docstrings', (folder, count) => {
  const found = undocumentedIn(folder);
  process.stderr.write(`${folder}: ${found.length} exports without a docstring (${count} allowed)\n`);
  expect(found.length, `${found.join('\n')}\nwrite a docstring, and lower the number when it fell`).toBeLessThanOrEqual(
    count,
  );
});

test('the check sees what it has to', () => {
  expect(undocumented('/** A. */\nexport const a = 1;\n\nexport function b() {}\nexport function b(c) {}')).toEqual([
    '4 b',
  ]);
  expect(undocumented('/** A. */\n// biome-ignore lint/x: reason\nexport class A {}\n')).toEqual([]);
  expect(undocumented("export const wave = defineEffect({\n  type: 'wave',\n  description: 'Waves.',\n});")).toEqual(
    [],
  );
  expect(undocumented("export const wave = defineEffect({\n  type: 'wave',\n});")).toEqual(['1 wave']);
});
