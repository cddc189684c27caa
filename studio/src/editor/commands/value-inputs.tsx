import { type ReactNode, useEffect, useId, useState } from 'react';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { type JsonSchema, unitOf } from './registry.ts';

/** Number input. The arrow keys change the value by one step within its range, with Shift by ten steps. */
export function NumberInput({ schema, value, onChange, id }: FieldProps & { id: string }) {
  const [text, setText] = useState(shown(value));
  useEffect(() => setText(shown(value)), [value]);
  const least = schema.minimum ?? schema.exclusiveMinimum;
  const span = (schema.maximum ?? 1e9) - (least ?? -1e9);
  const step = schema.type === 'integer' ? 1 : span <= 2 ? 0.01 : span <= 100 ? 0.1 : 1;
  const commit = () => {
    if (text === shown(value)) return;
    const number = Number(text.replace(',', '.'));
    if (text.trim() === '') onChange(undefined);
    else if (Number.isFinite(number)) onChange(number);
    else setText(shown(value));
  };
  return (
    <input
      className={`${control} h-7.5 tabular-nums`}
      id={id}
      inputMode="decimal"
      onBlur={commit}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        const by = (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1);
        const next = Math.round((Number(text || 0) + by) * 1e6) / 1e6;
        onChange(Math.min(schema.maximum ?? next, Math.max(least ?? next, next)));
      }}
      placeholder={range(schema)}
      title={schema.description}
      value={text}
    />
  );
}

/** Input for a number or one word. A button sets the word; typing a number replaces it. */
export function NumberOrWord({
  number,
  word,
  ...props
}: FieldProps & { id: string; number: JsonSchema; word: string }) {
  const isWord = props.value === word;
  return (
    <span className="flex gap-1.5">
      <NumberInput {...props} schema={number} value={isWord ? undefined : props.value} />
      <button
        aria-pressed={isWord}
        className={`h-7.5 shrink-0 rounded-md border px-2 text-[13px] ${
          isWord ? 'border-accent text-accent' : 'border-line-strong text-soft hover:bg-hover'
        }`}
        onClick={() => props.onChange(word)}
        title={isWord ? 'Enter a number to replace it.' : undefined}
        type="button"
      >
        {choiceLabel(word, props.name)}
      </button>
    </span>
  );
}

/** Text input; multi-line for long texts, with a colour picker for colours. */
export function TextInput({ name, schema, value, onChange, id }: FieldProps & { id: string }) {
  const [text, setText] = useState(shown(value));
  useEffect(() => setText(shown(value)), [value]);
  const commit = () => {
    if (text !== shown(value)) onChange(text === '' ? undefined : text);
  };
  const isColor = schema.pattern?.includes('#[0-9a-fA-F]') === true;
  if ((schema.maxLength ?? 0) > 400 || LONG.has(name)) {
    return (
      <textarea
        className={`${control} min-h-16 py-1.5`}
        id={id}
        onBlur={commit}
        onChange={(event) => setText(event.target.value)}
        value={text}
      />
    );
  }
  return (
    <span className="flex gap-1.5">
      {isColor && (
        <input
          aria-label={`${titleOf(name)}: colour picker`}
          className="h-7.5 w-9 shrink-0 rounded-md border border-line-strong bg-sunken p-0.5"
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          type="color"
          value={/^#[0-9a-fA-F]{6}$/.test(text) ? text : '#ffffff'}
        />
      )}
      <input
        className={`${control} h-7.5`}
        id={id}
        onBlur={commit}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        value={text}
      />
    </span>
  );
}

const LONG = new Set(['source', 'data', 'html', 'css', 'js', 'text']);

/** JSON input for values whose schema no other control supports. */
export function JsonInput({ id, value, onChange }: { id: string; value: unknown; onChange(value: unknown): void }) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value));
  const [isBad, setIsBad] = useState(false);
  useEffect(() => setText(value === undefined ? '' : JSON.stringify(value)), [value]);
  return (
    <textarea
      aria-invalid={isBad}
      className={`${control} min-h-12 py-1.5 font-mono text-xs ${isBad ? 'border-bad' : ''}`}
      id={id}
      onBlur={() => {
        try {
          onChange(text.trim() === '' ? undefined : JSON.parse(text));
          setIsBad(false);
        } catch {
          setIsBad(true);
        }
      }}
      onChange={(event) => setText(event.target.value)}
      placeholder="JSON"
      value={text}
    />
  );
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined || maximum - minimum > 10_000) return '';
  return `${minimum} to ${maximum}`;
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1e4) / 1e4);
  return typeof value === 'string' ? value : '';
}

/** Form field: its name, its schema and its current value. */
export interface FieldProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  isRequired?: boolean;
  /** Called with the new value; undefined removes the value. */
  onChange(value: unknown): void;
}

/** CSS classes of form controls. */
export const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-sunken px-2 text-[13px] text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent';

/**
 * Form row: a label, a control and its unit. `children` renders the control and must give it the id that it is called
 * with, so that the label refers to the control.
 */
export function Row({ name, schema, isRequired, children }: FieldProps & { children(id: string): ReactNode }) {
  const id = useId();
  const unit = unitOf(schema);
  return (
    <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)_1rem] items-center gap-x-2">
      <label className="text-[13px] text-soft" htmlFor={id} title={schema.description}>
        {titleOf(name)}
        {isRequired && <span className="text-faint"> *</span>}
      </label>
      {children(id)}
      <span className="text-xs text-faint">{unit}</span>
    </div>
  );
}
