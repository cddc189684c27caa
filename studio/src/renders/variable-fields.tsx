import { parseColor } from '@framemill/timeline';
import { useId, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import { type FormVariable, faultOf, type VariableValues } from './form-variables.ts';

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
          The value {fault}.
        </p>
      )}
    </div>
  );
}

/** Media file that a variable can be set to. */
export interface MediaChoice {
  id: string;
  name: string;
  /** Media kind (`video`, `image`, `audio`, ...); null while the file has not been probed. */
  kind: string | null;
  posterUrl: string | null;
}

interface InputProps {
  id: string;
  variable: FormVariable;
  /** Current value; an empty string means that no value is set. */
  value: string;
  /** Id of the element that describes the problem with the value. */
  problemId: string | undefined;
  onChange(value: string): void;
}

const CONTROL =
  'h-8 w-full min-w-0 rounded-lg border border-line-strong bg-sunken px-2.5 text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent aria-invalid:border-bad';

/** Maximum length of a value that the service accepts, in UTF-16 code units. */
const MOST_CHARACTERS = 20_000;

function shared({ id, variable, value, problemId, onChange }: InputProps) {
  return {
    id,
    value,
    className: CONTROL,
    placeholder: variable.default ?? 'Required',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(problemId === undefined ? {} : { 'aria-describedby': problemId, 'aria-invalid': true }),
  };
}

/** Input for a text value. */
function TextInput(props: InputProps) {
  return <input {...shared(props)} dir="auto" maxLength={MOST_CHARACTERS} />;
}

/** Input for a number, limited to the range that every use of the variable accepts. */
function NumberInput(props: InputProps) {
  const { minimum, maximum, isWhole = false } = props.variable;
  return (
    <span className="flex items-center gap-2">
      <input {...shared(props)} max={maximum} min={minimum} step={isWhole ? 1 : 'any'} type="number" />
      {minimum !== undefined && maximum !== undefined && (
        <span className="shrink-0 text-xs whitespace-nowrap text-faint tabular-nums">
          {minimum} to {maximum}
        </span>
      )}
    </span>
  );
}

/** Input for a colour as CSS text, with a colour picker. Without a value the picker shows the default. */
function ColorInput(props: InputProps) {
  const { variable, value, onChange } = props;
  return (
    <span className="flex items-center gap-1.5">
      <input
        aria-label={`${variable.name}: colour picker`}
        className="h-8 w-10 shrink-0 rounded-lg border border-line-strong bg-sunken p-1"
        onChange={({ target }) => onChange(target.value)}
        type="color"
        value={hexOf(value) ?? hexOf(variable.default ?? '') ?? '#000000'}
      />
      <input {...shared(props)} maxLength={64} spellCheck={false} />
    </span>
  );
}

const GROUPS = [
  ['video', 'Videos'],
  ['animation', 'Animations'],
  ['image', 'Images'],
  ['audio', 'Audio'],
] as const;

/** Input for a media value: a file of the account, or any other id or URL typed in. */
function MediaInput(props: InputProps & { media: readonly MediaChoice[] }) {
  const { id, variable, value, media, onChange } = props;
  const known = media.find((one) => one.id === value);
  const [isWritten, setIsWritten] = useState(value !== '' && !known);
  const usual = variable.default;
  const shown = known ?? (value === '' ? media.find((one) => one.id === usual) : undefined);
  const groups = GROUPS.map(([kind, label]) => ({ label, files: media.filter((one) => one.kind === kind) }));
  return (
    <span className="flex flex-col gap-1.5">
      <span className="flex items-center gap-1.5">
        <span className="grid h-8 w-12 shrink-0 place-items-center overflow-hidden rounded-lg border border-line bg-sunken text-faint">
          {shown?.posterUrl ? (
            <img alt="" className="size-full object-cover" height={32} src={shown.posterUrl} width={48} />
          ) : (
            <Icon name={shown?.kind === 'audio' ? 'music' : 'image'} size={14} />
          )}
        </span>
        <select
          className={CONTROL}
          id={id}
          onChange={({ target }) => {
            setIsWritten(target.value === OTHER);
            onChange(target.value === OTHER ? '' : target.value);
          }}
          value={isWritten ? OTHER : value}
        >
          <option value="">
            {usual === null
              ? 'Choose a file…'
              : `Default: ${media.find((one) => one.id === usual)?.name ?? (usual || 'None')}`}
          </option>
          {groups.map(
            ({ label, files }) =>
              files.length > 0 && (
                <optgroup key={label} label={label}>
                  {files.map((file) => (
                    <option key={file.id} value={file.id}>
                      {file.name}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
          <option value={OTHER}>ID or URL…</option>
        </select>
      </span>
      {isWritten && (
        <input {...shared(props)} aria-label={`${variable.name}: ID or URL`} id={`${id}-written`} maxLength={2_000} />
      )}
    </span>
  );
}

/** Option value for a typed id or URL. No file id has this form. */
const OTHER = 'other:';

/**
 * Converts a CSS colour to `#rrggbb` for a colour picker, without its alpha. Returns null when the text is not a
 * colour.
 */
function hexOf(css: string): string | null {
  try {
    const { r, g, b } = parseColor(css);
    return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  } catch {
    return null;
  }
}
