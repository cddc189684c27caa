import type { StageBox } from '@framemill/compositor/page';
import type { Clip } from '@framemill/timeline';
import { amountText } from '../../ui/format.ts';
import {
  angleOf,
  type BoxFrame,
  between,
  boundsOf,
  frameOf,
  middleOf,
  type Point,
  toBox,
  toCanvas,
} from './box-frame.ts';
import { pointsOf, RoundHandle, SquareHandle } from './handle-shapes.tsx';
import { type GuideLines, snapBox } from './snap-guides.ts';
import type { BeginDrag, StageDrag } from './use-stage-drag.ts';

/** Props of the handles of a selected clip. */
export interface HandlesProps {
  clip: Clip;
  box: StageBox;
  /** Scale of the canvas on screen: CSS pixels per canvas pixel. */
  scale: number;
  begin: BeginDrag;
}

/** Distance of the rotation handle from the upper edge, in screen (CSS) pixels. */
const TURN_PX = 24;

/** Outline of a selected clip with handles for scaling and rotation. */
export function PlaceHandles({ clip, box, scale, begin }: HandlesProps) {
  const corners = box.corners.map(([x, y]): Point => [x * scale, y * scale]);
  const [a = [0, 0], b = a] = corners;
  const top: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const up = between(middleOf(corners), top);
  const length = Math.hypot(...up) || 1;
  const handle: Point = [top[0] + (up[0] / length) * TURN_PX, top[1] + (up[1] / length) * TURN_PX];
  return (
    <g>
      <polygon className="pointer-events-none fill-none stroke-accent" points={pointsOf(corners)} strokeWidth={1.5} />
      <line className="stroke-accent" strokeWidth={1.5} x1={top[0]} x2={handle[0]} y1={top[1]} y2={handle[1]} />
      <RoundHandle at={handle} onPointerDown={(event) => begin(event, turnDrag(clip, box))} title="Rotate" />
      {corners.map((corner, index) => (
        <SquareHandle
          at={corner}
          cursor="cursor-nwse-resize"
          // biome-ignore lint/suspicious/noArrayIndexKey: corners have no id
          key={index}
          onPointerDown={(event) => begin(event, scaleDrag(clip, box))}
          title="Scale"
        />
      ))}
    </g>
  );
}

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
function scaleDrag({ id: clipId, scale }: Clip, { corners }: StageBox): StageDrag {
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
function turnDrag({ id: clipId, rotation }: Clip, { corners }: StageBox): StageDrag {
  const middle = middleOf(corners);
  return {
    label: 'Rotate',
    at(to, from, { shiftKey }) {
      const by = angleOf(between(middle, to)) - angleOf(between(middle, from));
      const step = shiftKey ? 15 : 0.1;
      const next = Math.round(Math.round((rotation + by) / step) * step * 10) / 10;
      return { commands: [{ op: 'setTransform', clipId, rotation: next }] };
    },
  };
}

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
      <RoundHandle
        at={at}
        onPointerDown={(event) => begin(event, anchorDrag(clip, frame, box.size))}
        title="Anchor point"
      />
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
    label: 'Move anchor point',
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
