import { text } from 'node:stream/consumers';
import { FramemillError } from '@framemill/timeline';

/**
 * Reads a secret from where a command line says: `stdin` (its first line), or the environment variable of that name. Arguments
 * of processes are read by everybody on the machine, so no secret is one. Throws `invalid_request` when there is none.
 */
export async function readSecret(option: string, from: string): Promise<string> {
  const secret = from === 'stdin' ? (await text(process.stdin)).split(/\r?\n/, 1)[0] : process.env[from];
  if (secret) return secret;
  const where = from === 'stdin' ? 'its first line is empty' : `there is no variable "${from}", or it is empty`;
  throw new FramemillError(
    'invalid_request',
    `--${option} ${from}: ${where}. Use stdin, or the name of an environment variable.`,
  );
}
