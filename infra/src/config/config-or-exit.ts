import { FramemillError } from '@framemill/timeline/errors';

/** What `read` makes of the configuration. Where that is wrong, one sentence on stderr says why and the process ends with 1. */
export function configOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
