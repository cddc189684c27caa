import { text } from 'node:stream/consumers';
import { FramemillError } from '@framemill/timeline';

/**
 * Reads a secret from `stdin` (its first line) or from the environment variable named by `from`.
 * Secrets are never arguments, because every user of the machine can read the arguments of processes. Throws
 * `invalid_request` when the secret is missing or empty.
 */
export async function readSecret(option: string, from: string): Promise<string> {
  const secret = from === 'stdin' ? (await text(process.stdin)).split(/\r?\n/, 1)[0] : process.env[from];
  if (secret) return secret;
  const where = from === 'stdin' ? 'the first line is empty' : `the environment variable "${from}" is missing or empty`;
  throw new FramemillError(
    'invalid_request',
    `--${option} ${from}: ${where}. Use stdin, or the name of an environment variable.`,
  );
}
