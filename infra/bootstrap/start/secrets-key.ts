import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Returns the key that encrypts the secrets of the embedded database, in base64. It is stored in
 * `DATA_DIR/secrets.key`, created at the first start and readable by its owner only. Throws when the file contains
 * something else.
 */
export async function keepSecretsKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secrets.key');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (kept !== null) {
    if (/^[A-Za-z0-9+/]{43}=\s*$/.test(kept)) return kept.trim();
    throw new Error(`The file "${file}" contains no valid key. Restore the file, or set SECRETS_KEY to the key.`);
  }
  const key = randomBytes(32).toString('base64');
  const part = `${file}.part`;
  await writeFile(part, `${key}\n`, { mode: 0o600 });
  await rename(part, file);
  return key;
}
