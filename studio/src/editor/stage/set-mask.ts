import type { Clip, Mask } from '@framemill/timeline';
import type { StageDrag } from './use-stage-drag.ts';

/** What a drag does that leaves another mask. */
export function setMask({ id: clipId }: Clip, mask: Mask): ReturnType<StageDrag['at']> {
  return { commands: [{ op: 'setMask', clipId, mask }] };
}
