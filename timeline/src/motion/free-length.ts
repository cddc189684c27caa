import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { MOTION_PROPS, type MotionProp } from './motion.ts';
import { stillValue } from './resting-value.ts';

/**
 * How long a motion in or out may take, at most `lengthSec`, without cutting off one at the other end of a short clip: up to where that one comes to rest, or
 * leaves it. Of other properties only one that is no longer than this counts: what takes its time, or happens in the middle, goes on beside it. Seconds.
 */
export function freeLengthSec(clip: Clip, when: 'in' | 'out', props: readonly MotionProp[], lengthSec: number): number {
  const free = MOTION_PROPS.map((prop) => {
    const keyframes = (clip[KEYFRAMABLE[prop].field] ?? []).toSorted((a, b) => a.time - b.time);
    const [edge, far] = when === 'in' ? [keyframes[0], keyframes.at(-1)] : [keyframes.at(-1), keyframes[0]];
    if (!edge || !far || edge.value !== stillValue(clip, prop)) return lengthSec;
    const isAtEnd = when === 'in' ? far.time >= clip.duration : far.time <= 0;
    const isShort = Math.abs(far.time - edge.time) <= lengthSec;
    if (!props.includes(prop) && !(isAtEnd && isShort)) return lengthSec;
    return when === 'in' ? edge.time : clip.duration - edge.time;
  });
  return Math.min(lengthSec, ...free.filter((sec) => sec > 0));
}
