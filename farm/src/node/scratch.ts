import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createOutageLog, isAlive, type Logger, makeFolder } from '@framemill/infra/process';
import { FramemillError } from '@framemill/timeline/errors';
import { every } from '../queue/timers.ts';

/**
 * Separator in the folder name `<host>~<pid>~<random>`. The name identifies the owner, because several machines may
 * share the disk.
 */
const separator = '~';

const defaultSweepMs = 5_000;

/** Names of the folders that nodes of this process use. */
const own = new Set<string>();

/** Private working folder of a node. */
export interface Scratch {
  folder: string;
  remove(): Promise<void>;
}

/**
 * Creates a private working folder for this process under `root`. Also deletes the folders of ended processes of this
 * machine, now and every `sweepMs` until `remove`: a killed node may never restart, and its folder takes gigabytes.
 */
export async function createScratch(root: string, log: Logger, sweepMs = defaultSweepMs): Promise<Scratch> {
  await makeSettingFolder(root, scratchSetting, 0o700);
  const folder = await mkdtemp(path.join(root, [hostname(), process.pid, ''].join(separator)));
  own.add(path.basename(folder));
  const sweep = async () => {
    for (const name of (await readdir(root)).filter(isAbandoned)) {
      await rm(path.join(root, name), { recursive: true, force: true });
      log.info({ folder: name }, 'removed what a node that is gone left behind');
    }
  };
  // An orphaned render child may still write there: then the next sweep succeeds.
  const outage = createOutageLog(log, 'what nodes that are gone left behind cannot be removed yet');
  await sweep().catch(outage.failed);
  const sweeps = every(sweepMs, sweep, outage);
  return {
    folder,
    remove: async () => {
      sweeps.stop();
      await rm(folder, { recursive: true, force: true });
      own.delete(path.basename(folder));
    },
  };
}

/**
 * Whether the process of a folder has ended. A folder with the id of this process that this process did not create also
 * counts: a restarted container uses the same process ids again.
 */
function isAbandoned(name: string): boolean {
  const [host, text] = name.split(separator);
  const pid = Number(text);
  if (host !== hostname() || own.has(name) || !Number.isSafeInteger(pid) || pid <= 0) return false;
  return pid === process.pid || !isAlive(pid);
}

/**
 * Creates a folder that the configuration names. Throws `not_configured` with the environment variable `setting` when
 * the folder cannot be created.
 */
export async function makeSettingFolder(folder: string, setting: string, mode?: number): Promise<void> {
  await makeFolder(folder, mode).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FramemillError(
      'not_configured',
      `The folder "${folder}" cannot be created (${reason}). Set ${setting} to a folder with write permission.`,
      {},
      { cause },
    );
  });
}

/** Description of the setting that determines the folder for work in progress. */
export const scratchSetting = 'SCRATCH_DIR (default: below DATA_DIR)';
