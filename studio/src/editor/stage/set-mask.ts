import type { Clip, Mask } from '@framemill/timeline';
import type { StageDrag } from './use-stage-drag.ts';

/** Returns the result of a drag that sets a clip's mask. */
export function setMask({ id: clipId }: Clip, mask: Mask): ReturnType<StageDrag['at']> {
  return { commands: [{ op: 'setMask', clipId, mask }] };
}
