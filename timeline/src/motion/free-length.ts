import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { MotionProp } from './motion.ts';
import { stillValue } from './resting-value.ts';

/**
 * How long a motion in or out may take, at most `lengthSec`, without cutting off one at the other end of a short clip: up to where that one comes to rest, or
 * leaves it. Seconds.
 */
export function freeLengthSec(clip: Clip, when: 'in' | 'out', props: readonly MotionProp[], lengthSec: number): number {
  const free = props.map((prop) => {
    const keyframes = (clip[KEYFRAMABLE[prop].field] ?? []).toSorted((a, b) => a.time - b.time);
    const edge = keyframes.at(when === 'in' ? 0 : -1);
    if (edge?.value !== stillValue(clip, prop)) return lengthSec;
    return when === 'in' ? edge.time : clip.duration - edge.time;
  });
  return Math.min(lengthSec, ...free.filter((sec) => sec > 0));
}
