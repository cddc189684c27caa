import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import type { MediaInput } from './open-input.ts';

const MICROSECONDS = 1_000_000;

/**
 * Returns the duration of one stream in seconds, from the container. Falls back to the duration of the whole file; 0
 * when neither is stated.
 */
export function streamDurationSec(input: MediaInput, stream: Stream): number {
  if (stream.duration !== AV_NOPTS_VALUE && stream.duration > 0n) {
    return (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den;
  }
  return containerDurationSec(input);
}

/** Returns the duration of the whole file in seconds, from the container; 0 when it is not stated. */
export function containerDurationSec(input: MediaInput): number {
  const { duration } = input.format;
  return duration === AV_NOPTS_VALUE || duration <= 0n ? 0 : Number(duration) / MICROSECONDS;
}
