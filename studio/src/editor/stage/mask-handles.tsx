import type { Clip, Mask } from '@framemill/timeline';
import { angleOf, between, frameOf, type Point } from './box-frame.ts';
import { pointsOf, RoundHandle, SquareHandle } from './handle-shapes.tsx';
import {
  canvasToMask,
  GRIPS,
  inBox,
  type MaskPlace,
  maskSize,
  maskToCanvas,
  movedMask,
  resizedMask,
  tidy,
} from './mask-geometry.ts';
import { MaskPoints } from './mask-points.tsx';
import type { HandlesProps } from './place-handles.tsx';
import { setMask } from './set-mask.ts';
import type { StageDrag } from './use-stage-drag.ts';

/** Mask shapes that have a width and a height. */
const SIZED: ReadonlySet<string> = new Set<Mask['shape']>([
  ...(['rectangle', 'rounded-rectangle', 'ellipse', 'circle', 'triangle'] as const),
  ...(['diamond', 'hexagon', 'star', 'heart'] as const),
]);

/** Distance of the rotation handle from the mask's upper edge, in window pixels. */
const TURN_PX = 22;

/**
 * Handles of a selected clip's mask: drag it, its sides and corners, its rotation handle, or the points of its outline.
 */
export function MaskHandles(props: HandlesProps & { mask: Mask }) {
  const { clip, box, scale, begin, mask } = props;
  const place: MaskPlace = { frame: frameOf(box.corners), size: box.size };
  const isSized = SIZED.has(mask.shape);
  const [width, height] = isSized ? maskSize(mask, box.size) : outlineSize(mask, box.size);
  const at = (point: Point): Point => {
    const [x, y] = maskToCanvas(place, mask, point);
    return [x * scale, y * scale];
  };
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => at([(x * width) / 2, (y * height) / 2]));
  const top = at([0, -height / 2]);
  const up = between(at([0, 0]), top);
  const length = Math.hypot(...up) || 1;
  const turn: Point = [top[0] + (up[0] / length) * TURN_PX, top[1] + (up[1] / length) * TURN_PX];
  return (
    <g>
      <polygon
        className="cursor-move fill-accent/10 stroke-accent"
        data-handle="Move the mask"
        onPointerDown={(event) => begin(event, moveMask(clip, mask, place))}
        points={pointsOf(corners)}
        strokeDasharray="5 3"
      />
      <line className="stroke-accent" x1={top[0]} x2={turn[0]} y1={top[1]} y2={turn[1]} />
      <RoundHandle
        at={turn}
        onPointerDown={(event) => begin(event, turnMask(clip, mask, place))}
        title="Turn the mask"
      />
      {isSized &&
        GRIPS.map((grip) => (
          <SquareHandle
            at={at([(grip[0] * width) / 2, (grip[1] * height) / 2])}
            cursor="cursor-crosshair"
            key={grip.join(' ')}
            onPointerDown={(event) =>
              begin(event, {
                label: 'Resize the mask',
                at: (to) => setMask(clip, resizedMask(place, mask, grip, to)),
              })
            }
            title={`Resize the mask ${grip.join(' ')}`}
          />
        ))}
      <MaskPoints {...props} place={place} />
    </g>
  );
}

function moveMask(clip: Clip, mask: Mask, place: MaskPlace): StageDrag {
  return {
    label: 'Move the mask',
    at: (to, from) => setMask(clip, movedMask(mask, inBox(place, from, to))),
  };
}

function turnMask(clip: Clip, mask: Mask, place: MaskPlace): StageDrag {
  const before = mask.rotation ?? 0;
  return {
    label: 'Turn the mask',
    at(to, _from, { shiftKey }) {
      // The handle is above the mask's centre: a pointer straight above it (-90 degrees) means no rotation.
      const wanted = before + angleOf(canvasToMask(place, mask, to)) + 90;
      const step = shiftKey ? 15 : 0.1;
      return setMask(clip, { ...mask, rotation: tidy(Math.round(wanted / step) * step) });
    },
  };
}

/**
 * Returns the size of a mask without a width and height: the box around a polygon's points, otherwise the clip's box.
 */
function outlineSize({ points }: Mask, [width, height]: readonly [number, number]): Point {
  if (!points) return [width, height];
  const reach = (axis: 0 | 1) => 2 * Math.max(1, ...points.map((point) => Math.abs(point[axis])));
  return [reach(0), reach(1)];
}
