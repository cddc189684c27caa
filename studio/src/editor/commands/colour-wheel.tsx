import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { titleOf } from '../../ui/labels.ts';
import { type LiveValue, useLiveValue } from './live-value.ts';
import { ShortNumber } from './number-input.tsx';
import type { JsonSchema } from './registry.ts';
import type { FieldProps } from './value-inputs.tsx';
import { colorAtPlace, movedPlace, placeOfColor, RED_ANGLE, type WheelColor, type WheelPlace } from './wheel-place.ts';

/** Distance that the pointer must move before a press counts as a drag, in pixels. */
const SLACK_PX = 3;
/** Distance that an arrow key moves the colour, as a share of the radius. */
const STEP = 0.02;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Colour wheel with its numbers, and sliders for the further numbers of the value. The value is absent while all
 * numbers are 0.
 */
export function WheelField(props: FieldProps & { properties: Record<string, JsonSchema> }) {
  const { name, label = titleOf(name), value, onChange, onPreview, properties } = props;
  const fields: Fields = typeof value === 'object' && value !== null ? { ...value } : {};
  const color = { hue: numberOf(fields.hue), amount: numberOf(fields.amount) };
  const live = useLiveValue(value, { onChange, onPreview });
  const { hue, amount, ...others } = properties;

  const changed = (changes: Fields) => {
    const entries = Object.entries({ hue: 0, amount: 0, ...fields, ...changes });
    return Object.fromEntries(entries.map(([field, one]) => [field, numberOf(one)]));
  };
  const put = (changes: Fields) => {
    const next = changed(changes);
    // The hue of no amount changes nothing.
    onChange(Object.entries(next).every(([field, one]) => field === 'hue' || one === 0) ? undefined : next);
  };
  const numberProps = (field: string, schema: JsonSchema) => ({
    ...{ name: field, schema, value: numberOf(fields[field]) },
    onChange: (next: unknown) => put({ [field]: next }),
    onPreview: onPreview && ((next: unknown) => onPreview(next === undefined ? undefined : changed({ [field]: next }))),
  });

  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line p-2 pt-0">
      <legend className="px-1 text-[13px] text-soft">{label}</legend>
      <div className="flex items-center gap-3">
        <Wheel
          color={color}
          label={label}
          live={live}
          onChange={(next) => put({ ...next })}
          valueWith={(next) => changed({ ...next })}
        />
        <div className="flex min-w-0 grow flex-col gap-1.5">
          {hue && <ShortNumber {...numberProps('hue', hue)} isBare />}
          {amount && <ShortNumber {...numberProps('amount', amount)} isBare />}
        </div>
      </div>
      {Object.entries(others).map(([field, schema]) => (
        <ShortNumber {...numberProps(field, schema)} key={field} />
      ))}
    </fieldset>
  );
}

interface WheelProps {
  color: WheelColor;
  label: string;
  live: LiveValue;
  onChange(color: WheelColor): void;
  /** Returns the value of the field with a colour. */
  valueWith(color: WheelColor): unknown;
}

/**
 * Wheel on which a colour is dragged from its place, a fifth as far with Shift. The arrow keys move it, five times as
 * far with Shift. A double click, Home and Delete put it in the centre.
 */
function Wheel({ color, label, live, onChange, valueWith }: WheelProps) {
  const press = useRef<{ x: number; y: number; place: WheelPlace; isMoved: boolean } | null>(null);
  const [x, y] = placeOfColor(color);

  function move(event: PointerEvent<HTMLElement>): void {
    const now = press.current;
    if (!now) return;
    const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
    if (!now.isMoved) {
      if (Math.hypot(dx, dy) < SLACK_PX) return;
      now.isMoved = true;
      live.begin();
    }
    const radius = event.currentTarget.clientWidth / 2;
    const share = event.shiftKey ? 0.2 : 1;
    now.place = movedPlace(now.place, (dx / radius) * share, (-dy / radius) * share);
    now.x = event.clientX;
    now.y = event.clientY;
    live.move(valueWith(colorAtPlace(now.place)));
  }

  function handleKey(event: KeyboardEvent): void {
    const isReset = ['Home', 'Delete', 'Backspace'].includes(event.key);
    const direction = ARROWS[event.key];
    if (!isReset && !direction) return;
    // The editor's own keys would move the playhead or delete the clip.
    event.preventDefault();
    event.stopPropagation();
    const size = event.shiftKey ? 5 * STEP : event.altKey ? STEP / 10 : STEP;
    onChange(direction ? colorAtPlace(movedPlace([x, y], direction[0] * size, direction[1] * size)) : NO_COLOR);
  }

  return (
    <div
      aria-label={`${label}: colour wheel`}
      aria-valuemax={100}
      aria-valuemin={0}
      aria-valuenow={Math.round(color.amount * 100)}
      aria-valuetext={`Hue ${Math.round(color.hue)}°, amount ${Math.round(color.amount * 100)}%`}
      className="relative size-26 shrink-0 cursor-grab touch-none rounded-full border border-line-strong active:cursor-grabbing"
      onDoubleClick={() => onChange(NO_COLOR)}
      onKeyDown={handleKey}
      onPointerCancel={() => {
        press.current = null;
        live.cancel();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { x: event.clientX, y: event.clientY, place: [x, y], isMoved: false };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        const isMoved = press.current?.isMoved;
        press.current = null;
        if (isMoved) live.end();
      }}
      role="slider"
      style={{ background: `radial-gradient(closest-side, #8a8a8a, #8a8a8a00), ${HUES}` }}
      tabIndex={0}
      title="Drag, or press the arrow keys. Double-click to reset."
    >
      <span
        className="pointer-events-none absolute size-3 -translate-1/2 rounded-full border-2 border-white bg-black/40 shadow-low"
        data-wheel-handle=""
        style={{ left: `${50 + 50 * x}%`, top: `${50 - 50 * y}%` }}
      />
    </div>
  );
}

const NO_COLOR: WheelColor = { hue: 0, amount: 0 };

const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
  ...{ ArrowUp: [0, 1], ArrowDown: [0, -1] },
};

/** Circle of hues. Angles of CSS begin at the top and go clockwise, against the order of hues on the wheel. */
const HUES = `conic-gradient(from ${90 - RED_ANGLE}deg, #f00, #f0f, #00f, #0ff, #0f0, #ff0, #f00)`;

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
