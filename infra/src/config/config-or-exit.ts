import { FramemillError } from '@framemill/timeline/errors';

/**
 * Returns the result of `read` on the configuration. When the configuration is wrong, prints one sentence with the
 * reason to stderr and ends the process with 1.
 */
export function configOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
