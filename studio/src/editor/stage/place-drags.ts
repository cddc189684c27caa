import type { StageBox } from '@framemill/compositor/stage';
import type { Clip } from '@framemill/timeline';
import { amountText } from '../../ui/format.ts';
import { angleOf, between, boundsOf, middleOf } from './box-frame.ts';
import { type GuideLines, snapBox } from './snap-guides.ts';
import type { StageDrag } from './use-stage-drag.ts';

/**
 * Returns a drag that moves clips by the same vector. The box of the dragged clip snaps to lines within `withinPx`
 * canvas pixels. Shift restricts the drag to one axis; Alt disables snapping.
 */
export function moveDrag(clips: readonly Clip[], held: StageBox, lines: GuideLines, withinPx: number): StageDrag {
  const bounds = boundsOf(held.corners);
  return {
    label: clips.length > 1 ? `Move ${amountText(clips.length, 'clip')} on the canvas` : 'Move on the canvas',
    at(to, from, { shiftKey, altKey }) {
      const [dx, dy] = between(from, to);
      const straight = shiftKey
        ? Math.abs(dx) > Math.abs(dy)
          ? ([dx, 0] as const)
          : ([0, dy] as const)
        : ([dx, dy] as const);
      const { by, guides } = altKey
        ? { by: straight, guides: { xs: [], ys: [] } }
        : snapBox(bounds, straight, lines, withinPx);
      const commands = clips.map(({ id: clipId, x, y }) => ({
        ...{ op: 'setTransform', clipId, x: Math.round(x + by[0]), y: Math.round(y + by[1]) },
      }));
      return { commands, guides };
    },
  };
}

/** Returns a drag that scales a clip about the centre of its box, between 0.01 and 100. */
export function scaleDrag({ id: clipId, scale }: Clip, { corners }: StageBox): StageDrag {
  const middle = middleOf(corners);
  return {
    label: 'Scale',
    at(to, from) {
      const factor = Math.hypot(...between(middle, to)) / Math.max(1, Math.hypot(...between(middle, from)));
      const next = Math.round(Math.min(100, Math.max(0.01, scale * factor)) * 1e3) / 1e3;
      return { commands: [{ op: 'setTransform', clipId, scale: next }] };
    },
  };
}

/** Returns a drag that rotates a clip. Shift rotates in steps of 15 degrees. */
export function turnDrag({ id: clipId, rotation }: Clip, { corners }: StageBox): StageDrag {
  const middle = middleOf(corners);
  return {
    label: 'Turn',
    at(to, from, { shiftKey }) {
      const by = angleOf(between(middle, to)) - angleOf(between(middle, from));
      const step = shiftKey ? 15 : 0.1;
      const next = Math.round(Math.round((rotation + by) / step) * step * 10) / 10;
      return { commands: [{ op: 'setTransform', clipId, rotation: next }] };
    },
  };
}
