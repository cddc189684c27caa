import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '@framemill/infra/running-services';

/** Age in ms above which the scratch folder of a process that has ended is removed. */
const abandonedMs = 3_600_000;

/**
 * Creates a folder for the scratch files of this process. Removes folders of killed processes first, if they are older
 * than an hour: in a container, processes of other containers with the same folder may look as if they had ended.
 */
export async function createScratch(): Promise<string> {
  await removeAbandoned();
  return mkdtemp(join(tmpdir(), `framemill-${process.pid}-`));
}

async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const ended = names.filter((name) => {
    const [, pid] = /^framemill-(\d+)-\w{6}$/.exec(name) ?? [];
    return pid !== undefined && !isAlive(Number(pid));
  });
  for (const name of ended) {
    const folder = join(tmpdir(), name);
    try {
      if ((await stat(folder)).mtimeMs < Date.now() - abandonedMs) await rm(folder, { recursive: true, force: true });
    } catch {
      // Removed by another process, or of another user.
    }
  }
}
