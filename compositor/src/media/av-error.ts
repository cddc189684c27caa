import { type ErrorCode, FramemillError } from '@framemill/timeline/rendering';
import {
  AV_LOG_FATAL,
  AVERROR_EACCES,
  AVERROR_EINVAL,
  AVERROR_EIO,
  AVERROR_ENOENT,
  AVERROR_ENOMEM,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVERROR_PATCHWELCOME,
} from 'node-av/constants';
import { FFmpegError, Log } from 'node-av/lib';

/** Readable reasons for the error codes of the codec library. */
const reasons: ReadonlyMap<number, string> = new Map([
  [AVERROR_EACCES, 'access is denied'],
  [AVERROR_EINVAL, 'a parameter has an impossible value'],
  [AVERROR_EIO, 'the disk could not be read or written'],
  [AVERROR_ENOENT, 'the file or folder does not exist'],
  [AVERROR_ENOMEM, 'there is not enough memory'],
  [AVERROR_EOF, 'the data ends too early'],
  [AVERROR_INVALIDDATA, 'the data is damaged'],
  [AVERROR_PATCHWELCOME, 'the data uses a feature that is not supported'],
]);

/**
 * Returns `result` when it is 0 or more; otherwise throws a FramemillError that explains the error number of the codec
 * library. `what` names the step that failed and its subject ("opening clip.mp4"). `code` is the code of the thrown
 * error; callers that read a user's media pass `invalid_request`. A full disk always gives `unavailable`.
 */
export function check(result: number, what: string, code: ErrorCode = 'internal_error'): number {
  if (result >= 0) return result;
  throw libraryError(result, `${what.charAt(0).toUpperCase()}${what.slice(1)} failed`, code);
}

/**
 * Returns the error for a negative result of the codec library. `what` is the beginning of the error's message
 * ("clip.mp4 cannot be read"); the reason follows after a colon. A full disk always gives `unavailable`.
 */
export function libraryError(result: number, what: string, code: ErrorCode): FramemillError {
  const reason = FFmpegError.strerror(result);
  // A full disk is not a fault of the project: callers must be able to distinguish it, and it may pass after cleaning
  // up.
  if (reason.includes('No space left')) {
    return new FramemillError('unavailable', `${what}: no space is left on the disk. Free some space and try again.`);
  }
  const known = reasons.get(result) ?? `the codec library returned the error ${result}`;
  return new FramemillError(code, `${what}: ${known}.`, { libraryCode: result });
}

/**
 * Stops the codec library from writing to standard error (its encoders print some 15 lines a file). No error is lost:
 * every failure comes back as a result code, which `check` turns into an error. The log level is set for the whole
 * process. Repeated calls have no further effect.
 */
export function quietCodecLog(): void {
  if (Log.getLevel() > AV_LOG_FATAL) Log.setLevel(AV_LOG_FATAL);
  // SVT-AV1 has a log of its own: errors only.
  process.env.SVT_LOG ??= '1';
}
