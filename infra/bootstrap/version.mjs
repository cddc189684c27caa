import { readFileSync } from 'node:fs';

/**
 * Version of Framemill, for example `0.2.0`. In a checkout and in an image, only the package.json at the root states
 * it. In the archive of `npm run pack`, the package.json of each package states it.
 * @type {string}
 */
export const version = versionIn('../package.json') ?? versionIn('../../package.json') ?? 'unknown';

/**
 * @param {string} file
 * @returns {string | undefined}
 */
function versionIn(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')).version;
  } catch {
    return undefined;
  }
}
