import type { Transition } from '@framemill/timeline';
import type { Moment, Picture } from '../graph/picture.ts';

/** A transition as data: the tree of primitives that it makes of two pictures of the whole canvas. */
export interface TransitionLook {
  readonly type: Transition['type'];
  readonly description: string;
  /**
   * Pure. `from` and `to` are pictures of the whole canvas, transparent where their clip is not; `progress` 0-1 (eased
   * curves may overshoot). At 0 exactly `from`, at 1 exactly `to`. `moment` is the canvas.
   */
  picture(from: Picture, to: Picture, progress: number, transition: Transition, moment: Moment): Picture;
}
