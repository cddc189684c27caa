// `framemill backup <file>` and `framemill restore <file>`: the commands of infra/deploy/backup.md, after a check that
// they may run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { clusterFolder, clusterFolderOutside, postgresUser } from '../src/embedded/postgres-home.ts';
import {
  type BackupRun,
  type Config,
  loadConfig,
  readRunningServices,
  reasonsOf,
  recordInDatabase,
  recordInFolder,
} from '../src/index.ts';
import { helpOf, oneOf, readArguments, UsageError, wantsHelp } from './command-line.mjs';
import { serviceCommands } from './service-commands.mjs';

/** Folders and files that a backup leaves out, because a service recreates them. */
const leftOut = ['./logs', './redis', './farm', './objects/segments', './services.json', './backup-runs.json'];

interface Done {
  file: string;
  sizeBytes: number;
  /** Remaining step for the user, as a sentence; null when there is none. */
  next: string | null;
}

async function backup(file: string, config: Config): Promise<Done> {
  if (await exists(file)) throw new Error(`The file ${file} already exists. Choose another file.`);
  // The file contains hashes of passwords and keys: only its owner may read it.
  process.umask(0o077);
  const isDump = config.database.url !== null;
  if (!isDump) await requireStopped(config);
  const startedAt = new Date();
  try {
    await copyTo(file, config);
  } catch (error) {
    await record(config, { startedAt, endedAt: new Date(), sizeBytes: null, error: reasonsOf(error).slice(0, 500) });
    throw error;
  }
  const sizeBytes = (await stat(file)).size;
  await record(config, { startedAt, endedAt: new Date(), sizeBytes, error: null });
  return { file, sizeBytes, next: isDump ? 'Copy the objects now: infra/deploy/backup.md says how.' : null };
}

async function copyTo(file: string, config: Config): Promise<void> {
  const part = `${file}.part`;
  try {
    const { url } = config.database;
    if (url !== null) {
      const { address, env } = withoutPassword(url);
      await run('pg_dump', ['--format=custom', '--no-owner', `--file=${part}`, `--dbname=${address}`], env);
    } else {
      const outside = await tablesOutside(config.dataDir);
      const without = leftOut.map((name) => `--exclude=${name}`);
      await run('tar', [
        '-czpf',
        part,
        ...without,
        '-C',
        config.dataDir,
        '.',
        ...(outside === null ? [] : ['-C', path.dirname(outside), path.basename(outside)]),
      ]);
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}

/** Records a run for the page of operators. A run that cannot be recorded is still a backup. */
async function record({ database: { url }, dataDir }: Config, run: BackupRun): Promise<void> {
  await (url === null ? recordInFolder(dataDir, run) : recordInDatabase(url, run)).catch((error: unknown) => {
    process.stderr.write(`The backup is not on the page of operators: ${reasonsOf(error)}\n`);
  });
}

async function restore(file: string, config: Config): Promise<Done> {
  const { size } = await stat(file).catch((cause: unknown) => {
    throw new Error(`The file ${file} cannot be read. Use a file that "framemill backup" created.`, { cause });
  });
  const { url } = config.database;
  if (url !== null) {
    const { address, env } = withoutPassword(url);
    await run('pg_restore', ['--exit-on-error', '--no-owner', '--no-privileges', `--dbname=${address}`, file], env);
    const admin = path.resolve(import.meta.dirname, '../../api/src/admin/main.ts');
    await run(process.execPath, [admin, 'database', 'migrate']);
    return {
      file,
      sizeBytes: size,
      next: 'Put the objects back and empty Redis, then start the service: infra/deploy/backup.md.',
    };
  }
  const { dataDir } = config;
  const present = await readdir(dataDir).catch(() => []);
  if (present.length > 0)
    throw new Error(`The folder ${dataDir} is not empty. Move it, or set DATA_DIR to a new folder.`);
  await mkdir(dataDir, { recursive: true });
  await run('tar', ['-C', dataDir, '-xzpf', file]);
  await placeTables(dataDir);
  return { file, sizeBytes: size, next: 'Start the service: framemill start.' };
}

/**
 * Moves the database files to the folder in which a service of this DATA_DIR expects them. The folder depends on which
 * user can enter DATA_DIR.
 */
async function placeTables(dataDir: string): Promise<void> {
  const id = await clusterId(dataDir);
  if (id === null) return;
  const taken = clusterFolderOutside(id);
  const fromOutside = path.join(dataDir, path.basename(taken));
  const copied = (await exists(fromOutside)) ? fromOutside : path.join(dataDir, 'postgres');
  if (!(await exists(copied))) return;
  if (await exists(taken))
    throw new Error(`The folder ${taken} already exists and belongs to another service. Move it.`);
  const place = await clusterFolder(dataDir, id, postgresUser());
  if (place === copied) return;
  // The folder was just created empty. The source may be on another disk, so `mv` is used.
  await rmdir(place);
  await run('mv', [copied, place]);
}

async function requireStopped({ dataDir }: Config): Promise<void> {
  if (!(await exists(dataDir)))
    throw new Error(`The folder ${dataDir} does not exist. Set DATA_DIR to the folder of the service.`);
  if ((await readRunningServices(dataDir)) === null) return;
  throw new Error(`The service with DATA_DIR ${dataDir} is running. Stop the service before a backup.`);
}

/** Returns the folder of a service's database files if it is outside of DATA_DIR; null if it is inside. */
async function tablesOutside(dataDir: string): Promise<string | null> {
  const id = await clusterId(dataDir);
  const folder = id === null ? null : clusterFolderOutside(id);
  return folder !== null && (await exists(folder)) ? folder : null;
}

/** Returns the id of a service's embedded database cluster; null when the service uses another database. */
async function clusterId(dataDir: string): Promise<string | null> {
  const text = await readFile(path.join(dataDir, 'embedded.json'), 'utf8').catch(() => '{}');
  const { id }: { id?: unknown } = JSON.parse(text);
  return typeof id === 'string' ? id : null;
}

/**
 * Takes the password out of a database address. Other users of the machine can read the arguments of a program, but not
 * its environment.
 */
function withoutPassword(url: string): { address: string; env: Record<string, string> } {
  const [, before, password, after] = /^([a-z]+:\/\/[^:@/]*):([^@/]*)(@.*)$/s.exec(url) ?? [];
  if (before === undefined || password === undefined) return { address: url, env: {} };
  return { address: `${before}${after}`, env: { PGPASSWORD: decodeURIComponent(password) } };
}

async function run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<void> {
  const child = spawn(program, [...args], { stdio: ['ignore', 2, 2], env: { ...process.env, ...env } });
  const [code] = await once(child, 'close').catch((cause: unknown) => {
    throw new Error(`${program} could not be started. Install it first.`, { cause });
  });
  if (code !== 0) throw new Error(`${program} failed with exit code ${code}. See its output above.`);
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function main([word = '', ...args]: readonly string[]): Promise<void> {
  const what = oneOf('The command', word, ['backup', 'restore']);
  if (wantsHelp(args)) return void process.stdout.write(helpOf(what, serviceCommands[what]));
  const { values, words } = readArguments(serviceCommands[what], args);
  const [file, ...more] = words;
  if (file === undefined || more.length > 0)
    throw new UsageError(`Exactly one file is needed (got ${words.length}). Run framemill ${what} <file>.`);
  const done = await { backup, restore }[what](path.resolve(file), loadConfig(process.env));
  if (values.json) return void process.stdout.write(`${JSON.stringify(done)}\n`);
  const megabytes = (done.sizeBytes / 1e6).toFixed(2);
  const text = what === 'backup' ? `copied to ${done.file} (${megabytes} MB)` : `restored from ${done.file}`;
  process.stdout.write(`${text}\n${done.next === null ? '' : `${done.next}\n`}`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${reasonsOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
