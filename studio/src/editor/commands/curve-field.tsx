import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { titleOf } from '../../ui/labels.ts';
import { useFrameHistogram } from '../scopes/measured-frame.ts';
import type { PixelValue } from '../scopes/scope-values.ts';
import { curveAxes } from './control-kind.ts';
import { CurvePlot } from './curve-plot.tsx';
import {
  type CurvePoint,
  curveShape,
  pointsIn,
  widestGap,
  withMoved,
  withoutPoint,
  withPoint,
} from './curve-points.ts';
import { useLiveValue } from './live-value.ts';
import { ShortNumber } from './number-input.tsx';
import type { JsonSchema } from './registry.ts';
import type { FieldProps } from './value-inputs.tsx';

/** Colours of curves that are named after a channel; others have the colour of the text. */
const LINE_COLORS: Record<string, string> = { red: '#e5484d', green: '#2b9a66', blue: '#3e8bff' };

/** Channels of the curves that are named after one. */
const CHANNELS: ReadonlyMap<string, PixelValue> = new Map([
  ['red', 'red'],
  ['green', 'green'],
  ['blue', 'blue'],
]);

/**
 * Curves that share a plot: buttons choose the one that is edited, the others are drawn behind it. A press on the plot
 * adds a point and a drag moves it; buttons and the fields of the selected point do the same.
 */
export function CurvesField(props: FieldProps & { curves: Record<string, JsonSchema> }) {
  const { name, label = titleOf(name), value, onChange, onPreview, curves } = props;
  const values: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {};
  const names = Object.keys(curves);
  const [chosen, setChosen] = useState(names[0] ?? '');
  const [selected, setSelected] = useState(0);
  const live = useLiveValue(value, { onChange, onPreview });
  const schema = curves[chosen] ?? {};
  const shape = curveShape(schema);
  const points = pointsIn(values[chosen], shape);
  const at = Math.min(selected, points.length - 1);
  const point = points[at];
  const title = `${label}: ${titleOf(chosen)}`;
  const histogram = useFrameHistogram(CHANNELS.get(chosen) ?? 'luma', !shape.isHue);

  const whole = (next: readonly CurvePoint[]) => ({ ...values, [chosen]: next });
  const put = (next: readonly CurvePoint[]) => {
    // A point at the end of its range stays in place.
    if (JSON.stringify(next) !== JSON.stringify(points)) onChange(whole(next));
  };
  const reset = () => {
    const { [chosen]: _, ...rest } = values;
    onChange(Object.keys(rest).length === 0 ? undefined : rest);
  };
  const add = () => {
    const added = withPoint(points, widestGap(points, shape), shape);
    if (!added) return;
    setSelected(added.index);
    put(added.points);
  };
  const [input, output] = curveAxes(schema) ?? [{}, {}];
  const axes = [input, { ...output, minimum: shape.minimum, maximum: shape.maximum }] as const;
  const coordinate = (index: 0 | 1) => ({
    ...{ name: index === 0 ? 'input' : 'output', schema: axes[index], value: point?.[index] },
    onChange: (next: unknown) => typeof next === 'number' && onChange(whole(movedTo(index, next))),
    onPreview:
      onPreview && ((next: unknown) => onPreview(next === undefined ? undefined : whole(movedTo(index, next)))),
  });
  const movedTo = (index: 0 | 1, next: unknown): readonly CurvePoint[] => {
    if (!point || typeof next !== 'number') return points;
    return withMoved(points, at, index === 0 ? [next, point[1]] : [point[0], next], shape);
  };

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line p-2.5 pt-1">
      <legend className="px-1 text-[13px] text-soft">{label}</legend>
      <fieldset className="flex flex-wrap gap-0.5">
        <legend className="sr-only">{label}: curve</legend>
        {names.map((one) => (
          <button
            aria-pressed={one === chosen}
            className={`rounded-md px-1.5 py-0.5 text-[13px] pointer-coarse:min-h-11 ${one === chosen ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-hover'}`}
            key={one}
            onClick={() => {
              setChosen(one);
              setSelected(0);
            }}
            type="button"
          >
            {titleOf(one)}
            {values[one] !== undefined && (
              <>
                <span aria-hidden="true"> •</span>
                <span className="sr-only"> (changed)</span>
              </>
            )}
          </button>
        ))}
      </fieldset>
      <CurvePlot
        color={LINE_COLORS[chosen]}
        histogram={histogram}
        key={chosen}
        label={title}
        live={live}
        onChange={put}
        onSelect={setSelected}
        others={names.flatMap((one) =>
          one === chosen || values[one] === undefined
            ? []
            : [{ name: one, points: pointsIn(values[one], shape), color: LINE_COLORS[one] }],
        )}
        points={points}
        selected={at}
        shape={shape}
        valueWith={whole}
      />
      {point && (
        <>
          <p className="text-[13px] text-faint">
            Point {at + 1} of {points.length}
          </p>
          {([0, 1] as const).map((index) => (
            <ShortNumber {...coordinate(index)} key={index} />
          ))}
        </>
      )}
      <div className="flex flex-wrap gap-1">
        <Button
          className="pointer-coarse:min-h-11"
          disabled={points.length >= shape.mostPoints}
          icon="add"
          onClick={add}
          size="small"
          tone="quiet"
        >
          Add point
        </Button>
        <Button
          className="pointer-coarse:min-h-11"
          disabled={points.length <= shape.leastPoints}
          icon="trash"
          onClick={() => put(withoutPoint(points, at, shape))}
          size="small"
          tone="quiet"
        >
          Remove
        </Button>
        <Button
          aria-label={`Reset ${title}`}
          className="pointer-coarse:min-h-11"
          disabled={values[chosen] === undefined}
          icon="undo"
          onClick={reset}
          size="small"
          tone="quiet"
        >
          Reset
        </Button>
      </div>
    </fieldset>
  );
}
