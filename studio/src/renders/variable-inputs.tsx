import { parseColor } from '@framemill/timeline';
import { useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { FormVariable } from './form-variables.ts';

/** A file that a variable may name. */
export interface MediaChoice {
  id: string;
  name: string;
  /** `video`, `image`, `audio`, ...; null: not known yet. */
  kind: string | null;
  posterUrl: string | null;
}

interface InputProps {
  id: string;
  variable: FormVariable;
  /** Empty: none is given. */
  value: string;
  /** Element that says what is wrong with the value. */
  problemId: string | undefined;
  onChange(value: string): void;
}

const CONTROL =
  'h-8 w-full min-w-0 rounded-lg border border-line-strong bg-sunken px-2.5 text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent aria-invalid:border-bad';

/** Longest value that the service takes, in UTF-16 units. */
const MOST_CHARACTERS = 20_000;

function shared({ id, variable, value, problemId, onChange }: InputProps) {
  return {
    id,
    value,
    className: CONTROL,
    placeholder: variable.default ?? 'needed',
    onChange: ({ target }: { target: { value: string } }) => onChange(target.value),
    ...(problemId === undefined ? {} : { 'aria-describedby': problemId, 'aria-invalid': true }),
  };
}

/** A text. */
export function TextInput(props: InputProps) {
  return <input {...shared(props)} dir="auto" maxLength={MOST_CHARACTERS} />;
}

/** A number with the range that all places of the variable take. */
export function NumberInput(props: InputProps) {
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

/** A colour: written, or picked. The field of colours shows the default while there is none. */
export function ColorInput(props: InputProps) {
  const { variable, value, onChange } = props;
  return (
    <span className="flex items-center gap-1.5">
      <input
        aria-label={`${variable.name}: picker`}
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
  ['image', 'Pictures'],
  ['audio', 'Sounds'],
] as const;

/** A file of the account, or whatever else a source may be called. */
export function MediaInput(props: InputProps & { media: readonly MediaChoice[] }) {
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
              ? 'Choose a file ...'
              : `Usual: ${media.find((one) => one.id === usual)?.name ?? (usual || 'none')}`}
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
          <option value={OTHER}>An id or an address ...</option>
        </select>
      </span>
      {isWritten && (
        <input
          {...shared(props)}
          aria-label={`${variable.name}: id or address`}
          id={`${id}-written`}
          maxLength={2_000}
        />
      )}
    </span>
  );
}

/** Value of the choice that is written by hand; no file is called so. */
const OTHER = 'other:';

/** A CSS colour as the field of colours takes it, without its alpha; null: it is none. */
function hexOf(css: string): string | null {
  try {
    const { r, g, b } = parseColor(css);
    return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
  } catch {
    return null;
  }
}
