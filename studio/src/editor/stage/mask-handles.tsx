import type { Clip, Mask } from '@framemill/timeline';
import { useActions } from '../model/use-editor.ts';
import { angleOf, between, frameOf, type Point } from './box-frame.ts';
import { pointsOf, RoundHandle, SquareHandle } from './handle-shapes.tsx';
import {
  canvasToMask,
  GRIPS,
  type Grip,
  inBox,
  type MaskPlace,
  maskSize,
  maskToCanvas,
  movedMask,
  type PathStep,
  pathData,
  pathSteps,
  resizedMask,
  tidy,
} from './mask-geometry.ts';
import type { HandlesProps } from './place-handles.tsx';
import type { StageDrag } from './use-stage-drag.ts';

/** Mask shapes that have a width and a height. */
const SIZED: ReadonlySet<string> = new Set<Mask['shape']>([
  ...(['rectangle', 'rounded-rectangle', 'ellipse', 'circle', 'triangle'] as const),
  ...(['diamond', 'hexagon', 'star', 'heart'] as const),
]);

/** Distance of the rotation handle from the mask's upper edge, in screen (CSS) pixels. */
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
        data-handle="Move mask"
        onPointerDown={(event) => begin(event, moveMask(clip, mask, place))}
        points={pointsOf(corners)}
        strokeDasharray="5 3"
      />
      <line className="stroke-accent" x1={top[0]} x2={turn[0]} y1={top[1]} y2={turn[1]} />
      <RoundHandle at={turn} onPointerDown={(event) => begin(event, turnMask(clip, mask, place))} title="Rotate mask" />
      {isSized &&
        GRIPS.map((grip) => (
          <SquareHandle
            at={at([(grip[0] * width) / 2, (grip[1] * height) / 2])}
            cursor="cursor-crosshair"
            key={grip.join(' ')}
            onPointerDown={(event) =>
              begin(event, {
                label: 'Resize mask',
                at: (to) => setMask(clip, resizedMask(place, mask, grip, to)),
              })
            }
            title={`Resize mask ${gripName(grip)}`}
          />
        ))}
      <MaskPoints {...props} place={place} />
    </g>
  );
}

/** Returns the place of a handle in words: `top left`, `right`. */
function gripName([x, y]: Grip): string {
  return [y < 0 ? 'top' : y > 0 ? 'bottom' : '', x < 0 ? 'left' : x > 0 ? 'right' : ''].filter(Boolean).join(' ');
}

function moveMask(clip: Clip, mask: Mask, place: MaskPlace): StageDrag {
  return {
    label: 'Move mask',
    at: (to, from) => setMask(clip, movedMask(mask, inBox(place, from, to))),
  };
}

function turnMask(clip: Clip, mask: Mask, place: MaskPlace): StageDrag {
  const before = mask.rotation ?? 0;
  return {
    label: 'Rotate mask',
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

/** Minimum number of corners of a polygon mask. */
const FEWEST = 3;

/**
 * Handles on the outline of a mask: corners of a polygon, or points of path data. Dragging a small handle between two
 * corners adds a corner; an Alt-click removes one.
 */
function MaskPoints({ mask, ...props }: HandlesProps & { mask: Mask; place: MaskPlace }) {
  if (mask.shape === 'polygon' && mask.points) return <Corners {...props} mask={mask} points={mask.points} />;
  const steps = mask.shape === 'path' && mask.d ? pathSteps(mask.d) : null;
  return steps && <PathPlaces {...props} mask={mask} steps={steps} />;
}

type PointsProps = HandlesProps & { mask: Mask; place: MaskPlace };

function Corners({ clip, mask, place, scale, begin, points }: PointsProps & { points: readonly Point[] }) {
  const actions = useActions();
  const at = windowPlace(place, mask, scale);
  const put = (next: readonly Point[]) => setMask(clip, { ...mask, points: next.map(([x, y]) => [x, y]) });
  const dragOf = (index: number, isNew: boolean) => ({
    label: isNew ? 'Add mask point' : 'Move mask point',
    at(to: Point) {
      const [x, y] = canvasToMask(place, mask, to);
      const moved: Point = [tidy(x), tidy(y)];
      return put(isNew ? points.toSpliced(index, 0, moved) : points.with(index, moved));
    },
  });
  return (
    <>
      <polygon className="pointer-events-none fill-none stroke-accent" points={pointsOf(points.map(at))} />
      {points.map((point, index) => {
        const next = points[(index + 1) % points.length] ?? point;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: corners have no id
          <g key={index}>
            <RoundHandle
              at={at([(point[0] + next[0]) / 2, (point[1] + next[1]) / 2])}
              cursor="cursor-copy"
              isSmall
              onPointerDown={(event) => begin(event, dragOf(index + 1, true))}
              title={`Add point after ${index + 1}`}
            />
            <RoundHandle
              at={at(point)}
              onPointerDown={(event) => {
                if (!event.altKey) return begin(event, dragOf(index, false));
                event.stopPropagation();
                if (points.length > FEWEST) actions.run('Remove mask point', put(points.toSpliced(index, 1)).commands);
              }}
              title={`Mask point ${index + 1}`}
            />
          </g>
        );
      })}
    </>
  );
}

function PathPlaces({ clip, mask, place, scale, begin, steps }: PointsProps & { steps: readonly PathStep[] }) {
  const at = windowPlace(place, mask, scale);
  return steps.flatMap(({ points }, index) =>
    points.map((point, which) => {
      const isEnd = which === points.length - 1;
      return (
        <RoundHandle
          at={at(point)}
          isSmall={!isEnd}
          // biome-ignore lint/suspicious/noArrayIndexKey: points of an outline have no id
          key={`${index} ${which}`}
          onPointerDown={(event) =>
            begin(event, {
              label: 'Move mask point',
              at(to) {
                const moved = movedStep(steps, index, which, canvasToMask(place, mask, to));
                return setMask(clip, { ...mask, d: pathData(moved) });
              },
            })
          }
          title={`${isEnd ? 'Point' : 'Handle'} ${index + 1} of the outline`}
        />
      );
    }),
  );
}

function movedStep(steps: readonly PathStep[], index: number, which: number, to: Point): PathStep[] {
  return steps.map((step, place) => (place === index ? { ...step, points: step.points.with(which, to) } : step));
}

function windowPlace(place: MaskPlace, mask: Mask, scale: number) {
  return (point: Point): Point => {
    const [x, y] = maskToCanvas(place, mask, point);
    return [x * scale, y * scale];
  };
}

/** Returns the result of a drag that sets a clip's mask. */
function setMask({ id: clipId }: Clip, mask: Mask): ReturnType<StageDrag['at']> {
  return { commands: [{ op: 'setMask', clipId, mask }] };
}
