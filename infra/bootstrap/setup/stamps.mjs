import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Remembers what each step of the set-up was done for, so that a step is skipped while its inputs are the same.
 * @param {string} file
 */
export function openStamps(file) {
  /** @type {Record<string, string>} */
  let stamps = {};
  try {
    stamps = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // Absent, or cut off by a crash: every step is done again, which is safe.
  }
  return {
    /**
     * Whether the step was done for this hash and its outputs are still there.
     * @param {string} step
     * @param {string} hash
     * @param {string[]} outputs
     */
    isDone: (step, hash, outputs) => stamps[step] === hash && outputs.every((output) => existsSync(output)),
    /**
     * @param {string} step
     * @param {string} hash
     */
    done(step, hash) {
      stamps[step] = hash;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(`${file}.part`, `${JSON.stringify(stamps, null, 2)}\n`);
      renameSync(`${file}.part`, file);
    },
  };
}

/**
 * Hash of texts and of the contents of files and folders. An absent one counts as such; `skip` names are left out.
 * @param {{ texts?: string[]; paths?: string[]; skip?: string[] }} inputs
 */
export function hashOf({ texts = [], paths = [], skip = [] }) {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`text ${text}\0`);
  /** @param {string} file */
  const add = (file) => {
    const info = statSync(file, { throwIfNoEntry: false });
    if (info === undefined) hash.update(`absent ${file}\0`);
    else if (info.isDirectory()) {
      for (const name of readdirSync(file).sort()) if (!skip.includes(name)) add(path.join(file, name));
    } else
      hash
        .update(`file ${path.basename(file)}\0`)
        .update(readFileSync(file))
        .update('\0');
  };
  for (const file of paths) add(file);
  return hash.digest('hex');
}
