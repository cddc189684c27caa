import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * What `npm start` runs at the moment, as the environment variables that join it: DATABASE_URL, REDIS_URL, DATA_DIR,
 * API_HOST, PLANS_FILE, SECRETS_KEY and S3_* where used. Holds passwords.
 */
export type RunningServices = Record<string, string>;

/** The process that runs them; the file is void when it is gone. */
const pidVariable = 'FRAMEMILL_PID';

/** Writes `DATA_DIR/services.json`, readable by its owner only. The returned function removes it. */
export async function writeRunningServices(dataDir: string, services: RunningServices): Promise<() => Promise<void>> {
  const file = servicesFile(dataDir);
  const part = `${file}.${process.pid}`;
  const content = { ...services, [pidVariable]: String(process.pid) };
  await writeFile(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(part, file);
  return () => rm(file, { force: true });
}

/** Reads what `npm start` on this `dataDir` runs; null when it does not run. */
export async function readRunningServices(dataDir: string): Promise<RunningServices | null> {
  const file = servicesFile(dataDir);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const services: RunningServices = Object.fromEntries(
    Object.entries(JSON.parse(text)).map(([name, value]) => [name, String(value)]),
  );
  return isAlive(Number(services[pidVariable])) ? services : null;
}

/** The environment of a process that joins `services`: what `env` says wins, and an empty variable says nothing. */
export function joinRunningServices(services: RunningServices | null, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...services, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())) };
}

function servicesFile(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'services.json');
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
