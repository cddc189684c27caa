import type { Mask } from '@framemill/timeline';
import { useActions } from '../model/use-editor.ts';
import type { Point } from './box-frame.ts';
import { pointsOf, RoundHandle } from './handle-shapes.tsx';
import { canvasToMask, type MaskPlace, maskToCanvas, tidy } from './mask-geometry.ts';
import { type PathStep, pathData, pathSteps } from './mask-path.ts';
import type { HandlesProps } from './place-handles.tsx';
import { setMask } from './set-mask.ts';

/** Minimum number of corners of a polygon mask. */
const FEWEST = 3;

/**
 * Handles on the outline of a mask: corners of a polygon, or points of path data. Dragging a small handle between two
 * corners adds a corner; an Alt-click removes one.
 */
export function MaskPoints({ mask, ...props }: HandlesProps & { mask: Mask; place: MaskPlace }) {
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
    label: isNew ? 'Add a point of the mask' : 'Move a point of the mask',
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
              title={`Add a point after ${index + 1}`}
            />
            <RoundHandle
              at={at(point)}
              onPointerDown={(event) => {
                if (!event.altKey) return begin(event, dragOf(index, false));
                event.stopPropagation();
                if (points.length > FEWEST)
                  actions.run('Remove a point of the mask', put(points.toSpliced(index, 1)).commands);
              }}
              title={`Point ${index + 1} of the mask`}
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
              label: 'Move a point of the mask',
              at(to) {
                const moved = movedStep(steps, index, which, canvasToMask(place, mask, to));
                return setMask(clip, { ...mask, d: pathData(moved) });
              },
            })
          }
          title={`${isEnd ? 'Point' : 'Pull'} ${index + 1} of the outline`}
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
