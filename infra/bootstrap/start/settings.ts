import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { readArguments, UsageError } from '../command-line.mjs';
import { serviceCommands } from '../service-commands.mjs';

/** Options of `npm start`. */
export interface StartOptions {
  /** Whether to exit after the sample is rendered. */
  once: boolean;
  /** Whether to render the sample. */
  sample: boolean;
  /** Whether to open the Studio in this machine's browser. */
  open: boolean;
  /** Whether to print addresses and results as JSON; other messages then go to standard error. */
  json: boolean;
}

/** Parses the command line. Throws `UsageError` for an unknown option, and for --once together with --no-sample. */
export function parseStartOptions(args: readonly string[]): StartOptions {
  const { values } = readArguments(serviceCommands.start, args);
  const { once = false, open = false, json = false } = values;
  const sample = !values['no-sample'];
  if (once && !sample) throw new UsageError('--once and --no-sample cannot be combined. Use only one of them.');
  return { once, sample, open, json };
}

/**
 * Throws an error that names the environment variable to change, when the port is in use, this user may not listen on
 * it, or no server can listen on `host`. Port 0 always counts as free.
 */
export async function checkPortFree(host: string, port: number, variable: string): Promise<void> {
  const state = port === 0 ? 'free' : await stateOf(host, port);
  const other = `set ${variable} to another one: ${variable}=${port + 1000} npm start`;
  if (state === 'taken') throw new Error(`Port ${port} is taken. Stop the program that uses it, or ${other}`);
  if (state === 'forbidden') throw new Error(`This user may not listen on port ${port}. Allow it, or ${other}`);
}

/**
 * Finds the lowest `count` free ports from `first` upward, excluding the port `except`, which another process will use.
 * Throws when there are too few.
 */
export async function freePortsFrom(host: string, first: number, count: number, except?: number): Promise<number[]> {
  const found: number[] = [];
  for (let port = first; found.length < count && port < 65_536; port++) {
    if (port !== except && (await stateOf(host, port)) === 'free') found.push(port);
  }
  if (found.length < count)
    throw new Error(`Fewer than ${count} ports are free from ${first} upward. Stop programs that use them.`);
  return found;
}

function stateOf(host: string, port: number): Promise<'free' | 'taken' | 'forbidden'> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else if (error.code === 'EACCES') resolve('forbidden');
      else {
        const message = `The server cannot listen on "${host}". Set HOST to an address of this machine.`;
        reject(new Error(message, { cause: error }));
      }
    });
    server.listen(port, host, () => server.close(() => resolve('free')));
  });
}

/**
 * Returns the key that encrypts the secrets in the embedded database, in base64. The key is stored in
 * `DATA_DIR/secrets.key`, which is created at the first start and readable by its owner only. Throws when the file
 * contains no valid key.
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
