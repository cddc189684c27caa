import {
  type Assembly,
  captionCoding,
  type Format,
  formatFacts,
  formats,
  holdsChapters,
  takesAspect,
} from '@framemill/compositor/formats';
import { ASPECT_RATIOS, canvasOfAspect } from '@framemill/timeline';
import { Check, SelectField } from '../ui/field.tsx';
import { formatLabel } from '../ui/labels.ts';
import type { FileOptions, RenderChoice } from './render-choice.ts';

interface NumberOption {
  name: 'atSec' | 'columns' | 'rows' | 'intervalSec';
  label: string;
  /** Placeholder text: the value used while the field is empty. */
  placeholder: string;
  min: number;
  max?: number;
  step: number | 'any';
}

const grid = (across: number): NumberOption[] => [
  { name: 'columns', label: 'Columns', placeholder: `${across}`, min: 1, max: 20, step: 1 },
  { name: 'rows', label: 'Rows', placeholder: `${across}`, min: 1, max: 20, step: 1 },
];

const NUMBERS: Partial<Record<Assembly, readonly NumberOption[]>> = {
  poster: [{ name: 'atSec', label: 'Time (s)', placeholder: 'First frame', min: 0, step: 'any' }],
  sheet: grid(4),
  sprites: [
    ...grid(10),
    { name: 'intervalSec', label: 'Interval (s)', placeholder: '2', min: 0.1, max: 600, step: 'any' },
  ],
};

interface FileOptionFieldsProps {
  format: string;
  options: FileOptions;
  onChange(options: FileOptions): void;
}

/**
 * Options of a format's files, in a row: frame selection, embedded captions and chapters. Renders nothing for a format
 * without options.
 */
export function FileOptionFields({ format, options, onChange }: FileOptionFieldsProps) {
  const known = formats.find((one) => one === format);
  if (known === undefined) return null;
  const numbers = NUMBERS[formatFacts(known).assembly] ?? [];
  const texts = textsOf(known);
  if (numbers.length + texts.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-5 gap-y-1.5 text-[13px]">
      {numbers.map(({ name, label, ...input }) => (
        <label className="flex items-center gap-2 text-soft" key={name}>
          {label}
          <input
            className="h-7 w-26 rounded-md border border-line-strong bg-sunken px-2 text-text tabular-nums placeholder:text-faint"
            onChange={({ target }) => {
              const { [name]: _, ...rest } = options;
              onChange(Number.isFinite(target.valueAsNumber) ? { ...rest, [name]: target.valueAsNumber } : rest);
            }}
            type="number"
            value={options[name] ?? ''}
            {...input}
          />
        </label>
      ))}
      {texts.map(({ name, label, value }) => (
        <Check
          isOn={options[name] !== undefined}
          key={name}
          onChange={(isOn) => {
            const { [name]: _, ...rest } = options;
            onChange(isOn ? { ...rest, [name]: value } : rest);
          }}
        >
          {label}
        </Check>
      ))}
    </div>
  );
}

function textsOf(format: Format) {
  return [
    ...(captionCoding(format) === null
      ? []
      : [{ name: 'captions', label: 'Embed captions', value: 'embedded' } as const]),
    ...(holdsChapters(format) ? [{ name: 'chapters', label: 'Embed markers as chapters', value: true } as const] : []),
  ];
}

interface AspectFieldsProps {
  choice: RenderChoice;
  /** Size of the project's canvas, in pixels. */
  size: { width: number; height: number };
  onChange(choice: RenderChoice): void;
}

/** Select field for the aspect ratio of a file in `format`. Renders nothing for formats without an aspect ratio. */
export function AspectField({ choice, size, onChange, format }: AspectFieldsProps & { format: string }) {
  if (!hasAspect(format)) return null;
  const { [format]: chosen, ...others } = choice.aspects;
  return (
    <SelectField
      label={format === choice.format ? 'Aspect ratio' : `Aspect ratio of ${formatLabel(format)}`}
      onChange={({ target }) => {
        const aspect = ASPECT_RATIOS.find((one) => one === target.value);
        onChange({
          ...choice,
          aspects: aspect === undefined ? others : { ...others, [format]: aspect },
          alsoIn: format === choice.format ? choice.alsoIn.filter((one) => one !== aspect) : choice.alsoIn,
        });
      }}
      value={chosen ?? ''}
    >
      <option value="">
        Project: {size.width} × {size.height}
      </option>
      {otherAspects(size).map(({ aspect, canvas }) => (
        <option key={aspect} value={aspect}>
          {aspect}: {canvas.width} × {canvas.height}
        </option>
      ))}
    </SelectField>
  );
}

/**
 * Checkboxes for further aspect ratios that the video is also rendered in. `most` is the number of files that may still
 * be added.
 */
export function AlsoInFields({ choice, size, onChange, most }: AspectFieldsProps & { most: number }) {
  const { alsoIn, format, aspects } = choice;
  if (!hasAspect(format)) return null;
  const offered = otherAspects(size).filter(({ aspect }) => aspect !== aspects[format]);
  return (
    <fieldset className="px-3 pb-3 text-[13px]">
      <legend className="mb-1.5 text-soft">Also render in these aspect ratios</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {offered.map(({ aspect }) => (
          <Check
            isDisabled={!alsoIn.includes(aspect) && most <= 0}
            isOn={alsoIn.includes(aspect)}
            key={aspect}
            onChange={(isOn) => {
              const others = alsoIn.filter((one) => one !== aspect);
              onChange({ ...choice, alsoIn: isOn ? [...others, aspect] : others });
            }}
          >
            {aspect}
          </Check>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the aspect ratios that differ from the project's own, each with its canvas size in pixels. */
function otherAspects(size: { width: number; height: number }) {
  return ASPECT_RATIOS.map((aspect) => ({ aspect, canvas: canvasOfAspect(size, aspect) })).filter(
    ({ canvas }) => canvas !== size,
  );
}

function hasAspect(name: string): boolean {
  const format = formats.find((one) => one === name);
  return format !== undefined && takesAspect(format);
}
