import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Environment variables for connecting to the services of a running `npm start`: DATABASE_URL, REDIS_URL, DATA_DIR,
 * API_HOST, PLANS_FILE, SECRETS_KEY, and S3_* where used. Contains passwords.
 */
export type RunningServices = Record<string, string>;

/**
 * Name of the entry with the id of the process that runs the services. The file is invalid when that process has ended.
 */
const pidVariable = 'FRAMEMILL_PID';

/** Writes `DATA_DIR/services.json`, readable by its owner only. Returns a function that removes the file. */
export async function writeRunningServices(dataDir: string, services: RunningServices): Promise<() => Promise<void>> {
  const file = servicesFile(dataDir);
  const part = `${file}.${process.pid}`;
  const content = { ...services, [pidVariable]: String(process.pid) };
  await writeFile(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  await rename(part, file);
  return () => rm(file, { force: true });
}

/** Reads the services of `npm start` on this `dataDir`; null when it is not running. */
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

/**
 * Returns the environment of a process that connects to `services`. Variables of `env` take precedence, except empty
 * ones.
 */
export function joinRunningServices(services: RunningServices | null, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...services, ...Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim())) };
}

function servicesFile(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'services.json');
}

/** Whether a process is running, also one of another user. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process is running and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
