import { AV_NOPTS_VALUE } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import type { MediaInput } from './open-input.ts';

const MICROSECONDS = 1_000_000;

/** Length of one stream in seconds, as the container says; the whole file's when it keeps none a stream; 0 when it says nothing. */
export function streamDurationSec(input: MediaInput, stream: Stream): number {
  if (stream.duration !== AV_NOPTS_VALUE && stream.duration > 0n) {
    return (Number(stream.duration) * stream.timeBase.num) / stream.timeBase.den;
  }
  return containerDurationSec(input);
}

/** Length of the whole file in seconds, as the container says; 0 when it says nothing. */
export function containerDurationSec(input: MediaInput): number {
  const { duration } = input.format;
  return duration === AV_NOPTS_VALUE || duration <= 0n ? 0 : Number(duration) / MICROSECONDS;
}
