import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { MOTION_PROPS, type MotionProp } from './motion.ts';
import { stillValue } from './resting-value.ts';

/**
 * Returns how long an entrance or exit may take without cutting off a motion at the other end of a short clip.
 * Seconds, at most `lengthSec`: up to the time at which the other motion starts or ends its rest. Among other
 * properties, only a motion at the other end that is no longer than `lengthSec` counts; longer motions, and those in
 * the middle, continue at the same time.
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
