import { FramemillError } from '@framemill/timeline/errors';

/**
 * Returns `unavailable` when `error` shows that the disk of this machine with `file` is full; null for any other
 * error.
 */
export function diskFull(error: unknown, file: string): FramemillError | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'ENOSPC') return null;
  return new FramemillError(
    'unavailable',
    `The disk of this machine is full: ${file} could not be written. Free some disk space.`,
    { waitsFor: 'disk' },
    { cause: error },
  );
}
