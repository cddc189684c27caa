import { type ReactNode, useId } from 'react';
import { type JsonSchema, titleOf, unitOf } from './registry.ts';

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
 * Form row: a label, a control and its unit. `children` must give the control the id it receives, which the label
 * refers to.
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
