import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import {
  type CurvePoint,
  type CurveShape,
  curveOf,
  nearestWithin,
  withMoved,
  withoutPoint,
  withPoint,
} from './curve-points.ts';
import type { LiveValue } from './live-value.ts';

/** Size of the plot and the space around it, in units of the drawing. */
const WIDTH = 256;
const PAD = 10;
/** Number of straight lines that a curve is drawn with. */
const LINES = 96;
/** Distance from a point that counts as a press on it, in screen (CSS) pixels: for a mouse, and for fingers. */
const NEAR_PX = 10;
const NEAR_COARSE_PX = 22;
/** Change by an arrow key, as a share of an axis. */
const STEP = 0.01;

interface CurvePlotProps {
  points: readonly CurvePoint[];
  shape: CurveShape;
  /** Index of the selected point. */
  selected: number;
  label: string;
  color: string | undefined;
  /** Numbers of pixels by level, drawn behind the curve; null draws none. */
  histogram: Uint32Array | null;
  /** Further curves, drawn behind the one that is edited. */
  others: readonly { name: string; points: readonly CurvePoint[]; color: string | undefined }[];
  live: LiveValue;
  /** Returns the value of the field with other points. */
  valueWith(points: readonly CurvePoint[]): unknown;
  onSelect(index: number): void;
  onChange(points: readonly CurvePoint[]): void;
}

/** Point that is dragged, the points at the last movement, and the offset of the pointer from the point. */
interface Held {
  index: number;
  points: readonly CurvePoint[];
  offset: readonly [x: number, y: number];
  isMoved: boolean;
}

/**
 * Plot of a curve. A press on a point selects it; elsewhere it adds one. Drags and arrow keys move the point (ten times
 * as far with Shift, a tenth with Alt), Delete removes it.
 */
export function CurvePlot(props: CurvePlotProps) {
  const {
    points,
    shape,
    selected,
    label,
    color = 'currentColor',
    histogram,
    others,
    live,
    valueWith,
    onSelect,
    onChange,
  } = props;
  const height = shape.isHue ? 128 : 192;
  const plot = useRef<SVGSVGElement>(null);
  const held = useRef<Held | null>(null);
  const focusOn = useRef<number | null>(null);
  const span = shape.maximum - shape.minimum;
  const placeOf = ([input, output]: CurvePoint) =>
    [
      input * WIDTH,
      height * (1 - (Math.min(shape.maximum, Math.max(shape.minimum, output)) - shape.minimum) / span),
    ] as const;

  // A new point exists only after it is rendered.
  useEffect(() => {
    if (focusOn.current !== null) focus(focusOn.current);
    focusOn.current = null;
  });

  /** Returns the place of the pointer in units of the drawing, and the number of screen pixels per unit. */
  function pointerPlace(event: PointerEvent<SVGSVGElement>) {
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const scale = width / (WIDTH + 2 * PAD);
    return { place: [(event.clientX - left) / scale - PAD, (event.clientY - top) / scale - PAD] as const, scale };
  }

  const valueAt = ([x, y]: readonly [x: number, y: number]): CurvePoint => [
    x / WIDTH,
    shape.minimum + (1 - y / height) * span,
  ];

  function press(event: PointerEvent<SVGSVGElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { place, scale } = pointerPlace(event);
    const near = (event.pointerType === 'mouse' ? NEAR_PX : NEAR_COARSE_PX) / scale;
    const index = nearestWithin(points.map(placeOf), place, near);
    const existing = index === null ? undefined : points[index];
    if (index !== null && existing) {
      const [x, y] = placeOf(existing);
      held.current = { index, points, offset: [x - place[0], y - place[1]], isMoved: false };
      select(index);
      return;
    }
    const added = withPoint(points, valueAt(place), shape);
    if (!added) return;
    live.begin();
    live.move(valueWith(added.points));
    held.current = { ...added, offset: [0, 0], isMoved: true };
    select(added.index);
  }

  function select(index: number): void {
    if (index !== selected) focusOn.current = index;
    else focus(index);
    onSelect(index);
  }

  function focus(index: number): void {
    plot.current?.querySelector<SVGElement>(`[data-point="${index}"]`)?.focus();
  }

  function move(event: PointerEvent<SVGSVGElement>): void {
    const now = held.current;
    if (!now) return;
    const { place } = pointerPlace(event);
    const to = valueAt([place[0] + now.offset[0], place[1] + now.offset[1]]);
    if (!now.isMoved) {
      now.isMoved = true;
      live.begin();
    }
    now.points = withMoved(now.points, now.index, to, shape);
    live.move(valueWith(now.points));
  }

  function handleKey(event: KeyboardEvent, index: number): void {
    const direction = ARROWS[event.key];
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    const point = points[index];
    if ((!direction && !isDelete) || !point) return;
    // The editor's own keys would move the playhead or delete the clip.
    event.preventDefault();
    event.stopPropagation();
    if (direction) {
      const size = event.shiftKey ? 10 * STEP : event.altKey ? STEP / 10 : STEP;
      const to: CurvePoint = [point[0] + direction[0] * size, point[1] + direction[1] * size * span];
      onChange(withMoved(points, index, to, shape));
      return;
    }
    const next = withoutPoint(points, index, shape);
    if (next === points) return;
    select(Math.max(0, index - 1));
    onChange(next);
  }

  const [zeroX, zeroY] = placeOf([0, 0]);
  return (
    <div className="rounded-md border border-line bg-sunken">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing is no fieldset */}
      <svg
        aria-label={label}
        className="block w-full cursor-crosshair touch-none text-text"
        data-curve=""
        onMouseDown={(event) => event.preventDefault()}
        onPointerCancel={() => {
          held.current = null;
          live.cancel();
        }}
        onPointerDown={press}
        onPointerMove={move}
        onPointerUp={() => {
          const isMoved = held.current?.isMoved;
          held.current = null;
          if (isMoved) live.end();
        }}
        ref={plot}
        role="group"
        viewBox={`${-PAD} ${-PAD} ${WIDTH + 2 * PAD} ${height + 2 * PAD}`}
      >
        {histogram && <path className="opacity-20" d={histogramPath(histogram, height)} fill={color} />}
        <path className="fill-none stroke-line-strong" d={gridPath(height)} strokeWidth="0.5" />
        <path
          className="fill-none stroke-line-strong"
          d={shape.isHue ? `M${zeroX} ${zeroY}H${WIDTH}` : `M0 ${height}L${WIDTH} 0`}
          strokeDasharray="3 3"
        />
        {others.map((one) => (
          <path
            className="fill-none opacity-50"
            d={pathOf(one.points, shape, placeOf)}
            key={one.name}
            stroke={one.color ?? 'currentColor'}
          />
        ))}
        <path className="fill-none" d={pathOf(points, shape, placeOf)} stroke={color} strokeWidth="1.5" />
        {points.map((point, index) => {
          const [x, y] = placeOf(point);
          const text = `Input ${point[0].toFixed(2)}, output ${point[1].toFixed(2)}`;
          return (
            <circle
              aria-label={`Point ${index + 1} of ${points.length}`}
              aria-valuemax={shape.maximum}
              aria-valuemin={shape.minimum}
              aria-valuenow={point[1]}
              aria-valuetext={text}
              className={`cursor-grab stroke-bg outline-none focus-visible:stroke-accent focus-visible:stroke-3 ${index === selected ? 'fill-accent' : 'fill-text'}`}
              cx={x}
              cy={y}
              data-point={index}
              // biome-ignore lint/suspicious/noArrayIndexKey: points have no id
              key={index}
              onFocus={() => onSelect(index)}
              onKeyDown={(event) => handleKey(event, index)}
              r={index === selected ? 6 : 5}
              role="slider"
              strokeWidth="1.5"
              tabIndex={0}
            >
              <title>{text}</title>
            </circle>
          );
        })}
      </svg>
      {shape.isHue && (
        <div
          className="mb-1 h-1.5 rounded-full"
          data-hues=""
          style={{ background: HUES, marginInline: `${(100 * PAD) / (WIDTH + 2 * PAD)}%` }}
        />
      )}
    </div>
  );
}

/** Hues along the inputs of a curve of hues. */
const HUES = 'linear-gradient(to right, #f00, #ff0, #0f0, #0ff, #00f, #f0f, #f00)';

const ARROWS: Record<string, readonly [input: number, output: number]> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
  ...{ ArrowUp: [0, 1], ArrowDown: [0, -1] },
};

/** Returns the outline of a histogram. Square roots keep small numbers visible next to those of flat areas. */
function histogramPath(counts: Uint32Array, height: number): string {
  const most = Math.sqrt(Math.max(1, counts.toSorted().at(-2) ?? 0));
  const places = [...counts].map((count, level) => {
    const share = Math.min(1, Math.sqrt(count) / most);
    return `${((level * WIDTH) / (counts.length - 1)).toFixed(1)} ${(height * (1 - share)).toFixed(1)}`;
  });
  return `M0 ${height}L${places.join('L')}L${WIDTH} ${height}Z`;
}

function gridPath(height: number): string {
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => `M${share * WIDTH} 0V${height}M0 ${share * height}H${WIDTH}`);
  return lines.join('');
}

/** Returns the SVG path of a curve. */
function pathOf(
  points: readonly CurvePoint[],
  shape: CurveShape,
  placeOf: (point: CurvePoint) => readonly [x: number, y: number],
): string {
  const curve = curveOf(points, shape);
  const places = Array.from({ length: LINES + 1 }, (_, line) => placeOf([line / LINES, curve(line / LINES)]));
  return `M${places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
}
