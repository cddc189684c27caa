import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { beforeEach, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** Modules that must not even resolve in a package, because the package does not declare them. */
const undeclared: Record<string, string[]> = {
  timeline: ['@framemill/compositor', '@framemill/infra', 'node-av', 'ioredis'],
  compositor: [
    '@framemill/cli/package.json',
    '@framemill/infra',
    '@framemill/scheduler',
    '@framemill/api',
    'ioredis',
    'bullmq',
    'pg',
    '@prisma/client',
  ],
  cli: ['@framemill/scheduler', '@framemill/api', 'node-av', 'sharp', 'ioredis', 'pg'],
  infra: ['@framemill/compositor', '@framemill/scheduler', '@framemill/api', 'node-av'],
  scheduler: ['@framemill/farm', '@framemill/api', 'node-av', 'sharp', '@prisma/client'],
  farm: ['@framemill/api', 'node-av', '@prisma/client', 'pg'],
  api: ['@framemill/farm', 'node-av', 'sharp', '@napi-rs/canvas'],
};

describe('isolated packages', () => {
  it.each(Object.entries(undeclared))('%s cannot resolve what it does not declare', (name, others) => {
    const { resolve } = createRequire(path.join(root, name, 'package.json'));
    for (const other of others) expect(() => resolve(other), other).toThrow(/Cannot find module/);
  });

  it('can resolve what they declare', () => {
    const { resolve } = createRequire(path.join(root, 'farm/package.json'));
    expect(resolve('@framemill/scheduler/protocol')).toBe(path.join(root, 'scheduler/src/protocol/index.ts'));
  });
});

describe('project references', () => {
  let copy: string;
  beforeEach(async () => {
    copy = testFolder();
    await cp(path.join(root, 'tsconfig.base.json'), path.join(copy, 'tsconfig.base.json'));
    await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
    await writeFile(path.join(copy, 'package.json'), '{ "type": "module" }');
    for (const name of ['timeline', 'infra']) {
      await mkdir(path.join(copy, name, 'src'), { recursive: true });
      await cp(path.join(root, name, 'tsconfig.json'), path.join(copy, name, 'tsconfig.json'));
      await writeFile(path.join(copy, name, 'src/good.ts'), 'export const good = 1;\n');
    }
  });

  const check = (name: string) => {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    return spawnSync(process.execPath, [tsc, '-b', name], { cwd: copy, encoding: 'utf8' }).stdout;
  };

  it('pass while each package stays inside of its folder', () => {
    expect(check('timeline')).toBe('');
  });

  it('refuse a relative path into a package that is not referenced', async () => {
    await writeFile(path.join(copy, 'timeline/src/bad.ts'), "export { good } from '../../infra/src/good.ts';\n");
    expect(check('timeline')).toMatch(/timeline\/src\/bad\.ts.*error TS(6059|6307)|error TS(6059|6307)/);
  });
});
