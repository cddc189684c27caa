import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { beforeEach, describe, expect, it } from 'vitest';
import { installedPackage, postgresBinaries, postgresUser } from './postgres-home.ts';

describe.runIf(process.getuid?.() === 0)('PostgreSQL for root', () => {
  let folder: string;
  beforeEach(async () => {
    folder = testFolder();
    await chmod(folder, 0o755);
  });

  it('runs from a copy when the checkout is in a home that only its owner may enter', async () => {
    const user = postgresUser();
    const home = path.join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await cp(installedPackage(), path.join(home, 'package'), { recursive: true, verbatimSymlinks: true });
    const bin = await postgresBinaries(user, path.join(folder, 'shared'), path.join(home, 'package'));
    expect(path.relative(path.join(folder, 'shared'), bin)).toMatch(/^postgres-[^/]+\/bin$/);
    const version = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8', cwd: '/', ...user });
    expect(version.stdout).toMatch(/^postgres \(PostgreSQL\) \d+/);
    // Nothing is copied twice.
    expect(await postgresBinaries(user, path.join(folder, 'shared'), path.join(home, 'package'))).toBe(bin);
  });

  it('runs in place when the checkout can be entered', async () => {
    const home = path.join(folder, 'package');
    await cp(installedPackage(), home, { recursive: true, verbatimSymlinks: true });
    expect(await postgresBinaries(postgresUser(), path.join(folder, 'shared'), home)).toBe(
      path.join(home, 'native', 'bin'),
    );
  });
});
