import { spawnSync } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { beforeAll, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Imports that the linter must refuse, by the folder of the importing file. */
const refused: Record<string, string[]> = {
  'timeline/src': [
    '@framemill/infra',
    '@framemill/compositor/plan',
    'node:fs',
    'node:fs/promises',
    'node-av',
    'node-av/lib',
  ],
  'compositor/src': [
    '@framemill/cli',
    '@framemill/infra',
    '@framemill/scheduler',
    '@framemill/scheduler/protocol',
    '@framemill/api',
    'node:http',
    'node-av',
  ],
  ...Object.fromEntries(
    ['plan', 'formats', 'capabilities'].map((room) => [
      `compositor/src/${room}`,
      ['@framemill/infra', 'node:fs', 'sharp', 'node-av/lib', '@napi-rs/canvas', '../../render/x.ts'],
    ]),
  ),
  'cli/src': ['@framemill/compositor', '@framemill/infra', '@framemill/api', 'sharp', 'node-av/lib'],
  'infra/src': [
    '@framemill/compositor',
    '@framemill/compositor/plan',
    '@framemill/scheduler',
    '@framemill/farm',
    'node-av/lib',
  ],
  'infra/bootstrap': ['@framemill/api'],
  'scheduler/src': ['@framemill/compositor', '@framemill/farm', '@framemill/api', 'sharp', 'node-av/lib'],
  'farm/src': ['@framemill/scheduler', '@framemill/api', 'node-av/lib'],
  'api/src': ['@framemill/compositor', '@framemill/farm', 'node-av/lib', '@napi-rs/canvas', 'sharp'],
  'studio/src': [
    '@framemill/api',
    '@framemill/api/client',
    '@framemill/compositor',
    '@framemill/compositor/plan',
    '@framemill/infra',
    'node:fs',
  ],
};
/** Imports that the linter must allow, by the folder of the importing file. */
const allowed: Record<string, string[]> = {
  'timeline/src': ['typebox', 'harfbuzzjs', './x.ts', '../x.ts'],
  'compositor/src': ['@framemill/timeline', 'node-av/lib', 'sharp', 'node:fs'],
  'compositor/src/plan': ['@framemill/timeline', 'typebox', '../x.ts', './x.ts'],
  'cli/src': ['@framemill/timeline', '@framemill/compositor/child', '@framemill/infra/command-line', 'node:http'],
  'scheduler/src': ['@framemill/timeline', '@framemill/compositor/plan', '@framemill/infra', 'bullmq'],
  'farm/src': ['@framemill/timeline', '@framemill/compositor', '@framemill/infra', '@framemill/scheduler/protocol'],
  'api/src': ['@framemill/timeline', '@framemill/compositor/plan', '@framemill/infra', '@framemill/scheduler'],
  'studio/src': ['@framemill/timeline', '@framemill/compositor/formats', '@framemill/api/session-client', 'react'],
  'benchmarks/src': ['@framemill/api', '@framemill/farm', '@framemill/compositor', '@framemill/scheduler'],
};
const everywhere = ['@framemill/studio', '@framemill/benchmarks', '@framemill/timeline/src/time.ts'];

interface Case {
  folder: string;
  source: string;
  refused: boolean;
}

const cases: Case[] = [
  ...Object.entries(refused).flatMap(([folder, sources]) =>
    [...sources, ...everywhere].map((source) => ({ folder, source, refused: true })),
  ),
  ...Object.entries(allowed).flatMap(([folder, sources]) =>
    sources.map((source) => ({ folder, source, refused: false })),
  ),
];

describe('the import rules of the linter', () => {
  const copy = suiteFolder();
  let refusals: Set<string>;
  const fileOf = (one: Case) => `${one.folder}/case-${cases.indexOf(one)}.ts`;

  beforeAll(async () => {
    await cp(path.join(root, 'biome.json'), path.join(copy, 'biome.json'));
    await writeFile(path.join(copy, '.gitignore'), 'node_modules/\n');
    for (const one of cases) {
      await mkdir(path.join(copy, one.folder), { recursive: true });
      await writeFile(path.join(copy, fileOf(one)), `import { thing } from '${one.source}';\nthing();\n`);
    }
    await writeFile(
      path.join(copy, 'infra/src/names.ts'),
      "import { reduce } from '@framemill/timeline';\nreduce();\n",
    );
    await writeFile(
      path.join(copy, 'infra/src/errors.ts'),
      "import { FramemillError } from '@framemill/timeline';\nFramemillError();\n",
    );
    await writeFile(path.join(copy, 'timeline/src/clock.ts'), 'export const now = Date.now();\n');
    await writeFile(
      path.join(copy, 'infra/src/ring-a.ts'),
      "import type { B } from './ring-b.ts';\nexport type A = B;\n",
    );
    await writeFile(
      path.join(copy, 'infra/src/ring-b.ts'),
      "import type { A } from './ring-a.ts';\nexport type B = A;\n",
    );
    refusals = lint(copy);
  });

  it.each(cases.filter((one) => one.refused))('refuse $source in $folder', (one) => {
    expect(refusals).toContain(fileOf(one));
  });

  it.each(cases.filter((one) => !one.refused))('allow $source in $folder', (one) => {
    expect(refusals).not.toContain(fileOf(one));
  });

  it('allow infra the errors of the timeline and nothing else of it', () => {
    expect(refusals).toContain('infra/src/names.ts');
    expect(refusals).not.toContain('infra/src/errors.ts');
  });

  it('refuse two files that import each other, types too', () => {
    expect(refusals).toContain('infra/src/ring-a.ts');
    expect(refusals).toContain('infra/src/ring-b.ts');
  });

  it('refuse a clock in the timeline', () => {
    expect(refusals).toContain('timeline/src/clock.ts');
  });
});

/**
 * Lints a folder. Returns the paths in it of the files with a restricted import or global, or with a circular import.
 */
function lint(folder: string): Set<string> {
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const args = [
    'lint',
    '--reporter=json',
    '--max-diagnostics=none',
    '--only=style/noRestrictedImports',
    '--only=style/noRestrictedGlobals',
    '--only=suspicious/noImportCycles',
    '.',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [biome, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const start = stdout.indexOf('{');
  if (start < 0) throw new Error(`Biome gave no report: ${stdout}${stderr}`);
  const report: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(stdout.slice(start));
  return new Set(report.diagnostics.map(({ location }) => location.path));
}
