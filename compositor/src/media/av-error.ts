import { type ErrorCode, FramemillError } from '@framemill/timeline/rendering';
import { FFmpegError } from 'node-av/lib';

/**
 * Returns `result` when it is 0 or more; throws FramemillError otherwise, with the codec library's own words.
 * `what` says which step failed and on what ("opening clip.mp4"). Default code `internal_error`; calls that
 * read a user's media pass `invalid_request`.
 */
export function check(result: number, what: string, code: ErrorCode = 'internal_error'): number {
  if (result >= 0) return result;
  const reason = FFmpegError.strerror(result);
  // A full disk is not a fault of the project: it must be told apart by callers, and may pass after cleaning up.
  if (reason.includes('No space left')) {
    throw new FramemillError('unavailable', `${what}: no space left on the disk. Free some space and try again.`);
  }
  throw new FramemillError(code, `${what}: ${reason}`, { libraryCode: result });
}
