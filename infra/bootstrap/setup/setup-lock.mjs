import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs `action` while no other process sets up the same checkout; waits for it and says so.
 * @template T
 * @param {string} folder
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withSetupLock(folder, say, action) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'setup.pid');
  for (let waited = false; !claim(file); waited = true) {
    if (!waited) say('Another set-up of this checkout is running; waiting for it.');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  try {
    return await action();
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function claim(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    const holder = readHolder(file);
    // A set-up that was killed leaves its file.
    if (holder === null || !isAlive(holder)) rmSync(file, { force: true });
    return false;
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
