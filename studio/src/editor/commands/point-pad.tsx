import { type PointerEvent, useRef } from 'react';
import { titleOf } from '../../ui/labels.ts';
import { useLiveValue } from './live-value.ts';
import type { JsonSchema } from './registry.ts';

/** Point of an effect: two fields whose names differ in their last letter, X or Y, as shares of a box. */
interface PadPoint {
  xName: string;
  yName: string;
  at: readonly [x: number, y: number];
}

/** Widest range of a coordinate that is a share of the box. */
const SHARE_SPAN = 5;

/** Returns the points among fields, in their order. Coordinates in pixels are not shown on the pad. */
function pointsOf(fields: Readonly<Record<string, JsonSchema>>, values: Readonly<Record<string, unknown>>): PadPoint[] {
  const numberOf = (name: string) => {
    const value = values[name] ?? fields[name]?.default;
    return typeof value === 'number' ? value : 0;
  };
  return Object.keys(fields).flatMap((xName) => {
    const yName = xName.replace(/X$/, 'Y');
    const { minimum = -1e9, maximum = 1e9 } = fields[xName] ?? {};
    if (yName === xName || !fields[yName] || maximum - minimum > SHARE_SPAN) return [];
    return { xName, yName, at: [numberOf(xName), numberOf(yName)] as const };
  });
}

/** Space around the box on each side, as a share of the box. */
const MARGIN = 0.25;

interface PointPadProps {
  fields: Readonly<Record<string, JsonSchema>>;
  values: Readonly<Record<string, unknown>>;
  onChange(fields: Record<string, unknown>): void;
  onPreview(fields: Record<string, unknown> | undefined): void;
}

/**
 * Picture of a clip's box with the points of an effect, which can be dragged; nothing for an effect without points. It
 * is for the pointer only: by keyboard, the fields of the coordinates are used.
 */
export function PointPad({ fields, values, onChange, onPreview }: PointPadProps) {
  const points = pointsOf(fields, values);
  const held = useRef<PadPoint | null>(null);
  const live = useLiveValue(values, {
    onChange: (next) => isRecord(next) && onChange(next),
    onPreview: (next) => onPreview(isRecord(next) ? next : undefined),
  });
  if (points.length === 0) return null;

  function placeOf(event: PointerEvent<SVGSVGElement>): [x: number, y: number] {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const share = (offset: number, size: number) => (offset / size) * (1 + 2 * MARGIN) - MARGIN;
    return [share(event.clientX - left, width), share(event.clientY - top, height)];
  }

  function move(event: PointerEvent<SVGSVGElement>): void {
    if (!held.current) return;
    const { xName, yName } = held.current;
    const [x, y] = placeOf(event);
    live.move({ [xName]: limited(x, fields[xName]), [yName]: limited(y, fields[yName]) });
  }

  return (
    <svg
      aria-hidden="true"
      data-pad=""
      className="aspect-video w-full cursor-crosshair touch-none rounded-md border border-line bg-sunken"
      onPointerCancel={() => {
        held.current = null;
        live.cancel();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const [x, y] = placeOf(event);
        const distance = ({ at }: PadPoint) => Math.hypot(at[0] - x, at[1] - y);
        held.current = points.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
        live.begin();
        move(event);
      }}
      onPointerMove={move}
      onPointerUp={() => {
        held.current = null;
        live.end();
      }}
      preserveAspectRatio="none"
      viewBox={`${-MARGIN} ${-MARGIN} ${1 + 2 * MARGIN} ${1 + 2 * MARGIN}`}
    >
      <rect
        className="fill-hover stroke-line-strong"
        height="1"
        vectorEffect="non-scaling-stroke"
        width="1"
        x="0"
        y="0"
      />
      {points.length > 2 && (
        <polygon
          className="fill-accent-soft stroke-accent"
          points={points.map(({ at }) => at.join(',')).join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      )}
      {points.map(({ xName, at }) => (
        <line
          className="stroke-accent"
          key={xName}
          strokeLinecap="round"
          strokeWidth="9"
          vectorEffect="non-scaling-stroke"
          x1={at[0]}
          x2={at[0]}
          y1={at[1]}
          y2={at[1]}
        >
          <title>{titleOf(xName.replace(/X$/, ''))}</title>
        </line>
      ))}
    </svg>
  );
}

function limited(value: number, { minimum = -1e9, maximum = 1e9 }: JsonSchema = {}): number {
  return Math.round(Math.min(maximum, Math.max(minimum, value)) * 1e3) / 1e3;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
