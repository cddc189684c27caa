import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';

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
