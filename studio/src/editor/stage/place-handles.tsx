import type { StageBox } from '@framemill/compositor/stage';
import type { Clip } from '@framemill/timeline';
import { between, middleOf, type Point } from './box-frame.ts';
import { pointsOf, RoundHandle, SquareHandle } from './handle-shapes.tsx';
import { scaleDrag, turnDrag } from './place-drags.ts';
import type { BeginDrag } from './use-stage-drag.ts';

/** Props of the handles of a selected clip. */
export interface HandlesProps {
  clip: Clip;
  box: StageBox;
  /** Window pixels per canvas pixel. */
  scale: number;
  begin: BeginDrag;
}

/** Distance of the rotation handle from the upper edge, in window pixels. */
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
      <RoundHandle at={handle} onPointerDown={(event) => begin(event, turnDrag(clip, box))} title="Turn" />
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
