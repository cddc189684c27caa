import type { Clip } from '@framemill/timeline';
import { type BoxFrame, between, frameOf, type Point, toBox, toCanvas } from './box-frame.ts';
import { pointsOf, RoundHandle } from './handle-shapes.tsx';
import type { HandlesProps } from './place-handles.tsx';
import type { StageDrag } from './use-stage-drag.ts';

/** The point that a picked clip is scaled and turned about. To drag it leaves the picture where it is. */
export function AnchorHandle({ clip, box, scale, begin }: HandlesProps) {
  const frame = frameOf(box.corners);
  const [x, y] = toCanvas(frame, placeOf(clip));
  const at: Point = [x * scale, y * scale];
  return (
    <g>
      <polygon
        className="pointer-events-none fill-none stroke-accent"
        points={pointsOf(box.corners.map(([cx, cy]): Point => [cx * scale, cy * scale]))}
        strokeWidth={1.5}
      />
      <path
        className="pointer-events-none stroke-accent"
        d={`M${at[0] - 12} ${at[1]}H${at[0] + 12}M${at[0]} ${at[1] - 12}V${at[1] + 12}`}
      />
      <RoundHandle at={at} onPointerDown={(event) => begin(event, anchorDrag(clip, frame, box.size))} title="Anchor" />
    </g>
  );
}

/** The anchor in shares of the box as the box's corners have them: those of a mirrored clip go the other way. */
function placeOf({ anchorX = 0.5, anchorY = 0.5, flipH, flipV }: Clip): Point {
  return [flipH ? 1 - anchorX : anchorX, flipV ? 1 - anchorY : anchorY];
}

/**
 * The box is moved by its middle, `x` and `y`, and turned and scaled about its anchor: another anchor alone would move it. What is
 * added to `x` and `y` is how far the new anchor is from the old one on the canvas, less how far it is in the box itself.
 */
function anchorDrag(clip: Clip, frame: BoxFrame, [width, height]: readonly [number, number]): StageDrag {
  return {
    label: 'Move the anchor',
    at(to, _from, { shiftKey }) {
      const clamped = toBox(frame, to).map((share) => {
        const inside = Math.min(1, Math.max(0, share));
        // With Shift: corners, middles of sides, the middle.
        return shiftKey ? Math.round(inside * 2) / 2 : Math.round(inside * 1e3) / 1e3;
      });
      const [u = 0.5, v = 0.5] = clamped;
      const [anchorX, anchorY] = [clip.flipH ? 1 - u : u, clip.flipV ? 1 - v : v];
      const [mx, my] = between(toCanvas(frame, placeOf(clip)), toCanvas(frame, [u, v]));
      const own = [(anchorX - (clip.anchorX ?? 0.5)) * width, (anchorY - (clip.anchorY ?? 0.5)) * height] as const;
      const place = {
        x: Math.round((clip.x + mx - own[0]) * 10) / 10,
        y: Math.round((clip.y + my - own[1]) * 10) / 10,
      };
      return { commands: [{ op: 'updateClip', clipId: clip.id, patch: { anchorX, anchorY, ...place } }] };
    },
  };
}
