import { useId } from 'react';
import { type FormVariable, faultOf, type VariableValues } from './form-variables.ts';
import { ColorInput, type MediaChoice, MediaInput, NumberInput, TextInput } from './variable-inputs.tsx';

interface VariableFieldsProps {
  variables: readonly FormVariable[];
  values: VariableValues;
  onChange(values: VariableValues): void;
  /** Media files that a media variable can be set to. */
  media?: readonly MediaChoice[];
}

/** One input for each variable, chosen by the variable's type. An empty input selects the variable's default. */
export function VariableFields({ variables, values, onChange, media = [] }: VariableFieldsProps) {
  return (
    <div className="flex flex-col gap-2">
      {variables.map((variable) => (
        <VariableField
          fault={faultOf(variable, values)}
          key={variable.name}
          media={media}
          onChange={(value) => {
            const { [variable.name]: _, ...rest } = values;
            onChange(value === '' ? rest : { ...rest, [variable.name]: value });
          }}
          value={values[variable.name] ?? ''}
          variable={variable}
        />
      ))}
    </div>
  );
}

interface VariableFieldProps {
  variable: FormVariable;
  value: string;
  fault: string | null;
  media: readonly MediaChoice[];
  onChange(value: string): void;
}

function VariableField({ variable, value, fault, media, onChange }: VariableFieldProps) {
  const id = useId();
  const { name, type } = variable;
  const props = { id, variable, value, onChange, problemId: fault === null ? undefined : `${id}-problem` };
  return (
    <div className="grid grid-cols-[minmax(0,5.5rem)_minmax(0,1fr)] items-center gap-x-2 gap-y-1 text-[13px]">
      <label className="truncate text-soft" htmlFor={id} title={name}>
        {name}
      </label>
      {type === 'color' && <ColorInput {...props} />}
      {type === 'number' && <NumberInput {...props} />}
      {type === 'media' && <MediaInput {...props} media={media} />}
      {type === 'text' && <TextInput {...props} />}
      {fault !== null && (
        <p className="col-start-2 text-bad" id={`${id}-problem`} role="alert">
          It {fault}.
        </p>
      )}
    </div>
  );
}
