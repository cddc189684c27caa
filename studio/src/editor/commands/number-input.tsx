import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { defaultNumber, type NumberRange, numberRange } from './control-kind.ts';
import { type LiveValue, useLiveValue } from './live-value.ts';
import { type JsonSchema, unitOf } from './registry.ts';
import { tooltipOf } from './tooltip.ts';
import { control, type FieldProps, MIXED, Row, shown } from './value-inputs.tsx';

/** Distance that the pointer must move before a press on a number counts as a drag, in pixels. */
const SLACK_PX = 3;

/**
 * Number input with its unit, and a slider or a dial where the range allows it. The number is changed by typing, by the
 * arrow keys, or by dragging it sideways. Shift makes steps ten times as large, Alt a tenth. Escape restores the value.
 * With `isBare`, it has no slider or dial.
 */
export function NumberInput(props: FieldProps & { id: string; isBare?: boolean }) {
  const { name, label = titleOf(name), schema, value, onChange, onPreview, id } = props;
  const { isBare = false, isMixed = false } = props;
  const unit = unitOf(schema);
  const range = numberRange(schema, unit);
  const initial = defaultNumber(schema);
  const number = typeof value === 'number' ? value : clamp(initial ?? 0, range);
  const live = useLiveValue(value, { onChange, onPreview });
  const hasDial = unit === '°' && !isBare;
  const hasSlider = range.hasSlider && unit !== '°' && !isBare;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {hasSlider && <Slider {...{ label, range, number, live, onChange }} />}
      {hasDial && <Dial {...{ range, number, live }} isUpwards={!/clockwise\.$/.test(schema.description ?? '')} />}
      <span className={`relative min-w-0 ${hasSlider ? 'w-17 shrink-0' : 'grow'}`}>
        <Scrubber
          {...{ id, number, range, live, onChange, unit }}
          before={isMixed ? '' : shown(value)}
          placeholder={isMixed ? MIXED : initial === null ? rangeText(schema) : String(initial)}
        />
        {unit && (
          <span className="pointer-events-none absolute inset-y-0 right-2 flex items-center text-xs text-soft">
            {unit}
          </span>
        )}
      </span>
    </span>
  );
}

/** Number with a narrow label, for the numbers of a wheel or of a point of a curve. */
export function ShortNumber(props: FieldProps & { isBare?: boolean }) {
  const { name, label = titleOf(name), schema } = props;
  const id = useId();
  return (
    <div className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-1 items-center">
      <label className="text-[13px] text-soft" htmlFor={id} title={tooltipOf(name, schema)}>
        {label}
      </label>
      <NumberInput {...props} id={id} />
    </div>
  );
}

/** Input for a number or one fixed value. A button sets the fixed value; typing a number replaces it. */
export function NumberOrWord({
  number,
  word,
  ...props
}: FieldProps & { id: string; number: JsonSchema; word: string | null }) {
  const isWord = props.value === word && props.isMixed !== true;
  return (
    <span className="flex gap-1.5">
      <span className="min-w-0 grow">
        <NumberInput {...props} schema={number} value={isWord ? undefined : props.value} />
      </span>
      <button
        aria-pressed={isWord}
        className={`h-7.5 shrink-0 rounded-md border px-2 text-[13px] ${
          isWord ? 'border-accent text-accent' : 'border-line-strong text-soft hover:bg-hover'
        }`}
        onClick={() => props.onChange(word)}
        title={isWord ? 'Enter a number to replace it.' : undefined}
        type="button"
      >
        {word === null ? 'None' : choiceLabel(word, props.name)}
      </button>
    </span>
  );
}

/** Fixed number of numbers in one row, such as a point. */
export function TupleField(props: FieldProps & { items: readonly JsonSchema[] }) {
  const { name, label = titleOf(name), value, onChange, onPreview, items } = props;
  const numbers: unknown[] = Array.isArray(value) ? value : items.map(() => 0);
  return (
    <Row {...props}>
      {(id) => (
        <div className="flex gap-1.5">
          {items.map((schema, index) => (
            <TupleNumber
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells the numbers apart
              key={index}
              firstId={index === 0 ? id : undefined}
              name={name}
              label={`${label}, ${index + 1}`}
              onChange={(next) => onChange(numbers.with(index, next ?? 0))}
              onPreview={onPreview && ((next) => onPreview(next === undefined ? undefined : numbers.with(index, next)))}
              schema={schema}
              value={numbers[index]}
            />
          ))}
        </div>
      )}
    </Row>
  );
}

/** Number of a row of numbers. The label of the row refers to the first one; the others have labels of their own. */
function TupleNumber({ firstId, ...field }: FieldProps & { firstId: string | undefined }) {
  const ownId = useId();
  return (
    <span className="min-w-0 grow basis-0">
      {firstId === undefined && (
        <label className="sr-only" htmlFor={ownId}>
          {field.label}
        </label>
      )}
      <NumberInput {...field} id={firstId ?? ownId} isBare />
    </span>
  );
}

interface ControlProps {
  range: NumberRange;
  /** Value of the field, or the value that it has when it is not set. */
  number: number;
  live: LiveValue;
}

interface ScrubberProps extends ControlProps {
  id: string;
  /** Text of the field before it is changed, and the text in place of an empty one. */
  before: string;
  placeholder: string;
  unit: string;
  onChange(value: unknown): void;
}

/** Text box of a number. A press without movement selects its text, so that a click and a few keys replace it. */
function Scrubber({ id, before, placeholder, number, range, unit, live, onChange }: ScrubberProps) {
  const [text, setText] = useState(before);
  useEffect(() => setText(before), [before]);
  /** Whether the text was typed. Otherwise it may still be that of an earlier value. */
  const isTyped = useRef(false);
  const press = useRef<{ x: number; exact: number; isMoved: boolean } | null>(null);

  function commit(): void {
    const hasChanged = isTyped.current && text !== before;
    isTyped.current = false;
    if (!hasChanged) return;
    const typed = Number(text.replace(',', '.'));
    // A value that the field does not take over must not stay in the box.
    setText(before);
    if (text.trim() === '') onChange(undefined);
    else if (Number.isFinite(typed)) onChange(typed);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'Enter') commit();
    if (event.key === 'Escape' && text !== before) {
      // Otherwise the key would close the dialog around the field.
      event.stopPropagation();
      isTyped.current = false;
      setText(before);
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const typed = text.trim() === '' ? number : Number(text.replace(',', '.'));
    const from = Number.isFinite(typed) ? typed : number;
    const size = event.shiftKey ? 10 * range.step : event.altKey ? range.fineStep : range.step;
    const next = clamp(tidy(from + (event.key === 'ArrowUp' ? size : -size)), range);
    // The next key may come before the value of this one.
    isTyped.current = false;
    setText(shown(next));
    onChange(next);
  }

  function move(event: PointerEvent<HTMLInputElement>): void {
    const now = press.current;
    if (!now) return;
    const dx = event.clientX - now.x;
    if (!now.isMoved) {
      if (Math.abs(dx) < SLACK_PX) return;
      now.isMoved = true;
      live.begin();
    }
    now.x = event.clientX;
    const size = event.shiftKey ? 10 * range.step : event.altKey ? range.fineStep : range.step;
    now.exact = clamp(now.exact + dx * size, range);
    live.move(clamp(rounded(now.exact, event.altKey ? range.fineStep : range.step), range));
  }

  return (
    <input
      className={`${control} h-7.5 pointer-coarse:h-11 cursor-ew-resize touch-pan-y tabular-nums focus:cursor-text ${PADDING[unit.length] ?? 'pr-10'}`}
      id={id}
      inputMode="decimal"
      onBlur={commit}
      onChange={(event) => {
        isTyped.current = true;
        setText(event.target.value);
      }}
      onKeyDown={handleKey}
      onMouseDown={(event) => {
        // The press may become a drag: the box gets the focus at its end.
        if (document.activeElement !== event.currentTarget) event.preventDefault();
      }}
      onPointerCancel={() => {
        press.current = null;
        live.cancel();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || document.activeElement === event.currentTarget) return;
        // The field that has the focus takes over its text now.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        event.currentTarget.setPointerCapture(event.pointerId);
        press.current = { x: event.clientX, exact: number, isMoved: false };
      }}
      onPointerMove={move}
      onPointerUp={(event) => {
        const now = press.current;
        press.current = null;
        if (now?.isMoved) live.end();
        else if (now) {
          event.currentTarget.focus();
          event.currentTarget.select();
        }
      }}
      placeholder={placeholder}
      value={text}
    />
  );
}

/** CSS classes for the space of a unit, by its number of characters. */
const PADDING = ['', 'pr-5', 'pr-6.5'];

interface SliderProps extends ControlProps {
  label: string;
  onChange(value: unknown): void;
}

/** Slider next to a number. It is for the pointer only: by keyboard, the arrow keys change the number itself. */
function Slider({ label, range, number, live, onChange }: SliderProps) {
  const isPressed = useRef(false);
  const release = (end: () => void) => {
    isPressed.current = false;
    end();
  };
  return (
    <input
      aria-label={`${label}: slider`}
      className="h-7.5 w-0 min-w-0 grow accent-accent pointer-coarse:h-11"
      max={range.maximum}
      min={range.minimum}
      onChange={({ target }) => {
        const next = Number(target.value);
        if (live.isLive()) live.move(next);
        // After Escape, the slider still follows the pointer until the button is released.
        else if (!isPressed.current) onChange(next);
      }}
      onPointerCancel={() => release(live.cancel)}
      onPointerDown={() => {
        isPressed.current = true;
        live.begin();
      }}
      onPointerUp={() => release(live.end)}
      step={range.step}
      tabIndex={-1}
      type="range"
      value={number}
    />
  );
}

/**
 * Dial of an angle, in degrees clockwise. 0 points up with `isUpwards`, else to the right. With Shift, it stops at
 * multiples of 15.
 */
function Dial({ range, number, live, isUpwards }: ControlProps & { isUpwards: boolean }) {
  const turn = useRef<number | null>(null);
  const shownAngle = number - (isUpwards ? 90 : 0);
  return (
    <svg
      aria-hidden="true"
      className="size-7 shrink-0 cursor-grab touch-none text-accent active:cursor-grabbing"
      onPointerCancel={() => {
        turn.current = null;
        live.cancel();
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        turn.current = number;
        live.begin();
      }}
      onPointerMove={(event) => {
        if (turn.current === null) return;
        const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
        const [x, y] = [event.clientX - left - width / 2, event.clientY - top - height / 2];
        const angle = (Math.atan2(y, x) * 180) / Math.PI + (isUpwards ? 90 : 0);
        // The shorter way round, so that several turns are possible.
        const change = ((((angle - turn.current) % 360) + 540) % 360) - 180;
        turn.current = clamp(turn.current + change, range);
        live.move(clamp(rounded(turn.current, event.shiftKey ? 15 : 1), range));
      }}
      onPointerUp={() => {
        turn.current = null;
        live.end();
      }}
      viewBox="-14 -14 28 28"
    >
      <circle className="fill-sunken stroke-line-strong" r="11" />
      <g transform={`rotate(${shownAngle})`}>
        <line stroke="currentColor" strokeLinecap="round" strokeWidth="2" x1="0" x2="7" y1="0" y2="0" />
        <circle cx="8.5" cy="0" fill="currentColor" r="2.5" />
      </g>
    </svg>
  );
}

function clamp(value: number, { minimum, maximum }: NumberRange): number {
  return Math.min(maximum, Math.max(minimum, value));
}

function rounded(value: number, step: number): number {
  return tidy(Math.round(value / step) * step);
}

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function rangeText({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined || maximum - minimum > 10_000) return '';
  return `${minimum} to ${maximum}`;
}
