import { useId } from 'react';
import type { FormVariable, VariableValues } from './form-variables.ts';

interface VariableFieldsProps {
  variables: readonly FormVariable[];
  values: VariableValues;
  onChange(values: VariableValues): void;
  /** Files that a variable of media may name. */
  media?: readonly { id: string; name: string }[];
}

/** A control for the value of each variable. Empty: its default. */
export function VariableFields({ variables, values, onChange, media = [] }: VariableFieldsProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-2">
      {variables.map(({ name, type, default: own }) => (
        <label className="grid grid-cols-[7rem_1fr] items-center gap-2 text-[13px]" key={name}>
          <span className="truncate text-soft" title={name}>
            {name}
          </span>
          <input
            className="h-8 min-w-0 rounded-lg border border-line-strong bg-sunken px-2.5"
            list={type === 'media' && media.length > 0 ? `${id} media` : undefined}
            maxLength={20_000}
            onChange={({ target }) => {
              const { [name]: _, ...rest } = values;
              onChange(target.value === '' ? rest : { ...rest, [name]: target.value });
            }}
            placeholder={own ?? 'needed'}
            value={values[name] ?? ''}
          />
        </label>
      ))}
      {media.length > 0 && (
        <datalist id={`${id} media`}>
          {media.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </datalist>
      )}
    </div>
  );
}
