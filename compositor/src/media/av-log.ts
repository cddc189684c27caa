import { AV_LOG_FATAL } from 'node-av/constants';
import { Log } from 'node-av/lib';

/**
 * Keeps the codec library from writing to standard error (its encoders print some 15 lines a file). Nothing is lost: every failure comes back as a result, which
 * `check` turns into an error. The level belongs to the whole process; calling this again changes nothing.
 */
export function quietCodecLog(): void {
  if (Log.getLevel() > AV_LOG_FATAL) Log.setLevel(AV_LOG_FATAL);
  // SVT-AV1 has a log of its own: errors only.
  process.env.SVT_LOG ??= '1';
}
