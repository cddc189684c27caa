import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Remembers what each step of the set-up was done for, so that a step is skipped while its inputs are the same.
 * @param {string} file
 */
export function openStamps(file) {
  /** @type {Record<string, { hash: string; look: string }>} */
  const stamps = {};
  try {
    for (const [step, stamp] of Object.entries(JSON.parse(readFileSync(file, 'utf8')))) {
      // Older set-ups kept the hash alone.
      stamps[step] = typeof stamp === 'string' ? { hash: stamp, look: '' } : stamp;
    }
  } catch {
    // Absent, or cut off by a crash: every step is done again, which is safe.
  }
  function write() {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(`${file}.part`, `${JSON.stringify(stamps, null, 2)}\n`);
    renameSync(`${file}.part`, file);
  }

  let hasRead = false;
  return {
    /**
     * Whether the step was done for these inputs and its outputs are still there. Files that look as they did then are not read.
     * @param {string} step
     * @param {Inputs} inputs
     * @param {string[]} outputs
     */
    isDone(step, inputs, outputs) {
      const stamp = stamps[step];
      if (stamp === undefined || !outputs.every((output) => existsSync(output))) return false;
      const look = lookOf(inputs);
      if (stamp.look === look) return true;
      if (stamp.hash !== hashOf(inputs)) return false;
      stamps[step] = { hash: stamp.hash, look };
      hasRead = true;
      return true;
    },
    /** Remembers how the files look that `isDone` has read, so that the next one need not: a new checkout has other times. Whoever may not write reads again. */
    keepLooks() {
      try {
        if (hasRead) write();
      } catch (error) {
        if (!(error instanceof Error && 'code' in error)) throw error;
      }
    },
    /**
     * @param {string} step
     * @param {Inputs} inputs
     */
    done(step, inputs) {
      // Looked at first: what is written meanwhile is read the next time.
      const look = lookOf(inputs);
      stamps[step] = { hash: hashOf(inputs), look };
      write();
    },
  };
}

/**
 * What decides what a step makes: texts, files and folders. Names in `skip` are left out.
 * @typedef {{ texts?: string[]; paths?: string[]; skip?: string[] }} Inputs
 */

/**
 * Hash of size and times of files: a tenth of the work of `hashOf`, for hundreds of sources 8 ms. Equal ones mean equal contents.
 * @param {Inputs} inputs
 */
function lookOf({ texts = [], paths = [], skip = [] }) {
  const seen = [...texts];
  /** @param {string} file */
  const add = (file) => {
    const info = statSync(file, { throwIfNoEntry: false });
    if (info === undefined) seen.push(`absent ${file}`);
    else if (info.isDirectory()) {
      for (const name of readdirSync(file).sort()) if (!skip.includes(name)) add(`${file}/${name}`);
    } else seen.push(`${file} ${info.size} ${info.mtimeMs} ${info.ctimeMs}`);
  };
  for (const file of paths) add(file);
  return createHash('sha256').update(seen.join('\0')).digest('hex');
}

/**
 * Hash of texts and of the contents of files and folders. An absent one counts as such.
 * @param {Inputs} inputs
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
