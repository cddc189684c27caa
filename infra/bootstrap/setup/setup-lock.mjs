import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { explainFailure, SetupProblem } from './run-command.mjs';

/**
 * Runs `action` while no other process sets up the same checkout. If another set-up is running, prints a message and
 * waits for its end. Throws `SetupProblem` when `folder` cannot be written.
 * @template T
 * @param {string} folder
 * @param {(line: string) => void} say
 * @param {() => Promise<T>} action
 * @returns {Promise<T>}
 */
export async function withSetupLock(folder, say, action) {
  const file = path.join(folder, 'setup.pid');
  orExplain(file, () => mkdirSync(folder, { recursive: true }));
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
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw problem(file, error);
    const holder = readHolder(file);
    // A killed set-up leaves its file behind.
    if (holder === null || !isAlive(holder)) orExplain(file, () => rmSync(file, { force: true }));
    return false;
  }
}

/**
 * @param {string} file
 * @param {() => void} write
 */
function orExplain(file, write) {
  try {
    write();
  } catch (error) {
    throw problem(file, error);
  }
}

/**
 * @param {string} file
 * @param {unknown} error
 */
function problem(file, error) {
  const advice =
    codeOf(error) === 'ENOSPC'
      ? explainFailure('ENOSPC')
      : 'Run the same command as the owner of this checkout, or give this user write permission.';
  return new SetupProblem(`The set-up cannot write ${file} (${codeOf(error) ?? error}). ${advice}`, { cause: error });
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
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
    return codeOf(error) === 'EPERM';
  }
}
