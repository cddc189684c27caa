import { type ErrorCode, FramemillError } from '@framemill/timeline/rendering';
import {
  AVERROR_EACCES,
  AVERROR_EINVAL,
  AVERROR_EIO,
  AVERROR_ENOENT,
  AVERROR_ENOMEM,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVERROR_PATCHWELCOME,
} from 'node-av/constants';
import { FFmpegError } from 'node-av/lib';

/** Readable reasons for the error codes of the codec library. */
const reasons: ReadonlyMap<number, string> = new Map([
  [AVERROR_EACCES, 'access is denied'],
  [AVERROR_EINVAL, 'what it says of itself cannot be'],
  [AVERROR_EIO, 'the disk could not be read or written'],
  [AVERROR_ENOENT, 'there is no such file or folder'],
  [AVERROR_ENOMEM, 'there is not enough memory'],
  [AVERROR_EOF, 'it ends too early'],
  [AVERROR_INVALIDDATA, 'its data is damaged'],
  [AVERROR_PATCHWELCOME, 'it uses a feature that is not supported'],
]);

/**
 * Returns `result` when it is 0 or more; otherwise throws a FramemillError that explains the codec library's error
 * code. `what` names the step that failed and its subject ("opening clip.mp4"). The default code is `internal_error`;
 * callers that read a user's media pass `invalid_request`. A full disk always gives `unavailable`.
 */
export function check(result: number, what: string, code: ErrorCode = 'internal_error'): number {
  if (result >= 0) return result;
  const reason = FFmpegError.strerror(result);
  // A full disk is not a fault of the project: callers must be able to distinguish it, and it may pass after cleaning
  // up.
  if (reason.includes('No space left')) {
    throw new FramemillError('unavailable', `${what}: no space left on the disk. Free some space and try again.`);
  }
  throw new FramemillError(code, `${what}: ${reasons.get(result) ?? `codec library error ${result}`}`, {
    libraryCode: result,
  });
}
