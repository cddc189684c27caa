import { parseColor } from '@framemill/timeline';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { titleOf } from '../../ui/labels.ts';
import { type FieldChange, useLiveValue } from './live-value.ts';
import type { JsonSchema } from './registry.ts';
import { tooltipOf } from './tooltip.ts';

/** Form field: its name, its schema and its current value. */
export interface FieldProps extends FieldChange {
  name: string;
  /** Label, when it is not the title of the name. */
  label?: string | undefined;
  schema: JsonSchema;
  value: unknown;
  isRequired?: boolean;
  /**
   * Whether the field is that of several things with different values. It shows `MIXED`; drags and arrow keys start at
   * `value`, which is that of the first one.
   */
  isMixed?: boolean | undefined;
}

/** Text of a field with several values. */
export const MIXED = 'Mixed';

/** CSS classes of form controls. */
export const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-sunken px-2 text-[13px] text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent';

/**
 * Form row: a label and a control. `children` renders the control and must give it the id that it is called with, so
 * that the label refers to the control.
 */
export function Row(props: FieldProps & { children(id: string): ReactNode }) {
  const { name, label = titleOf(name), schema, isRequired, children } = props;
  const id = useId();
  return (
    <div className="grid min-h-7.5 grid-cols-[minmax(0,6.75rem)_minmax(0,1fr)] items-center gap-x-2">
      <label className="text-[13px] leading-tight text-soft" htmlFor={id} title={tooltipOf(name, schema)}>
        {label}
        {isRequired && <span className="text-faint"> *</span>}
      </label>
      {children(id)}
    </div>
  );
}

/** Text input; multi-line for long texts, with a colour picker for colours. */
export function TextInput(props: FieldProps & { id: string }) {
  const { name, schema, value, isMixed = false, onChange, id } = props;
  const before = isMixed ? '' : shown(value);
  const [text, setText] = useState(before);
  useEffect(() => setText(before), [before]);
  const commit = () => {
    if (text !== before) onChange(text === '' ? undefined : text);
  };
  if ((schema.maxLength ?? 0) > 400 || LONG.has(name)) {
    return (
      <textarea
        className={`${control} min-h-16 py-1.5`}
        id={id}
        onBlur={commit}
        onChange={(event) => setText(event.target.value)}
        placeholder={isMixed ? MIXED : undefined}
        value={text}
      />
    );
  }
  const input = (
    <input
      className={`${control} h-7.5`}
      id={id}
      onBlur={commit}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key !== 'Escape' || text === before) return;
        // Otherwise the key would close the dialog around the field.
        event.stopPropagation();
        setText(before);
      }}
      placeholder={isMixed ? MIXED : undefined}
      value={text}
    />
  );
  if (!isColorSchema(schema)) return input;
  return (
    <span className="flex gap-1.5">
      <Swatch {...props} />
      {input}
    </span>
  );
}

/** Whether a schema accepts CSS colours. */
export function isColorSchema({ pattern }: JsonSchema): boolean {
  return pattern?.includes('#[0-9a-fA-F]') === true;
}

/** Colour picker of the browser. The colour is shown while it is being chosen. */
export function Swatch(props: Omit<FieldProps, 'schema'>) {
  const { name, label = titleOf(name), value, onChange, onPreview } = props;
  const input = useRef<HTMLInputElement>(null);
  const live = useLiveValue(value, { onChange, onPreview });
  useEffect(() => {
    // The browser's own event, which ends a choice. React calls the handler `onChange` for each colour before.
    const picker = input.current;
    picker?.addEventListener('change', live.end);
    return () => picker?.removeEventListener('change', live.end);
  }, [live]);
  return (
    <input
      aria-label={`${label}: colour picker`}
      className="h-7.5 w-9 shrink-0 rounded-md border border-line-strong bg-sunken p-0.5"
      onBlur={live.end}
      onChange={({ target }) => {
        if (!live.isLive()) live.begin();
        live.move(target.value);
      }}
      ref={input}
      type="color"
      value={hexOf(value)}
    />
  );
}

/** Returns a CSS colour as `#rrggbb`, without its opacity; white for other values. */
function hexOf(value: unknown): string {
  if (typeof value !== 'string') return '#ffffff';
  try {
    const { r, g, b } = parseColor(value);
    return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  } catch {
    // The user is still typing, or the value is `auto`.
    return '#ffffff';
  }
}

const LONG = new Set(['source', 'data', 'html', 'css', 'js', 'text']);

/** Returns the text of a value in a text box. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1e4) / 1e4);
  return typeof value === 'string' ? value : '';
}
