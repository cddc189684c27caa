import type { Clip } from '@framemill/timeline';
import { type BoxFrame, between, frameOf, type Point, toBox, toCanvas } from './box-frame.ts';
import { pointsOf, RoundHandle } from './handle-shapes.tsx';
import type { HandlesProps } from './place-handles.tsx';
import type { StageDrag } from './use-stage-drag.ts';

/**
 * Handle for the anchor of a selected clip, the point it is scaled and rotated about. Dragging it does not move the
 * clip's image.
 */
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

/**
 * Returns the anchor as fractions of the box, measured along the box's corners. For a flipped clip the fractions are
 * mirrored.
 */
function placeOf({ anchorX = 0.5, anchorY = 0.5, flipH, flipV }: Clip): Point {
  return [flipH ? 1 - anchorX : anchorX, flipV ? 1 - anchorY : anchorY];
}

/**
 * Returns a drag that moves the anchor without moving the image.
 * `x` and `y` give the position of the box's centre, and the box is scaled and rotated about its anchor. A new anchor
 * alone would therefore move the image. To compensate, the drag adds to `x` and `y` the anchor's movement on the canvas
 * minus its movement within the unscaled box.
 */
function anchorDrag(clip: Clip, frame: BoxFrame, [width, height]: readonly [number, number]): StageDrag {
  return {
    label: 'Move the anchor',
    at(to, _from, { shiftKey }) {
      const clamped = toBox(frame, to).map((share) => {
        const inside = Math.min(1, Math.max(0, share));
        // With Shift: corners, side centres and the centre.
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
