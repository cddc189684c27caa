import { type ReactNode, useId } from 'react';
import { type JsonSchema, titleOf, unitOf } from './registry.ts';

/** A field of a form: its name, its schema, and the value that it has. */
export interface FieldProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  isRequired?: boolean;
  /** Undefined takes the value out. */
  onChange(value: unknown): void;
}

/** How controls of fields look. */
export const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-sunken px-2 text-[13px] text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent';

/** A label, a control and its unit. The control takes the id that the label names. */
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
