import { type Assembly, type Format, formatFacts, formats } from '@framemill/compositor/formats';
import type { ImageOptions } from './render-choice.ts';

interface OptionField {
  name: keyof ImageOptions;
  label: string;
  /** What holds while it is empty. */
  placeholder: string;
  min: number;
  max?: number;
  step: number | 'any';
}

const grid = (across: number): OptionField[] => [
  { name: 'columns', label: 'Columns', placeholder: `${across}`, min: 1, max: 20, step: 1 },
  { name: 'rows', label: 'Rows', placeholder: `${across}`, min: 1, max: 20, step: 1 },
];

const FIELDS: Partial<Record<Assembly, readonly OptionField[]>> = {
  poster: [{ name: 'atSec', label: 'At second', placeholder: 'the first', min: 0, step: 'any' }],
  sheet: grid(4),
  sprites: [
    ...grid(10),
    { name: 'intervalSec', label: 'Seconds apart', placeholder: '2', min: 0.1, max: 600, step: 'any' },
  ],
};

interface ImageOptionFieldsProps {
  format: string;
  options: ImageOptions;
  onChange(options: ImageOptions): void;
}

/** The options of a file of single pictures in a row; nothing for other formats. */
export function ImageOptionFields({ format, options, onChange }: ImageOptionFieldsProps) {
  const fields = fieldsOf(format);
  if (fields.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1.5">
      {fields.map(({ name, label, ...input }) => (
        <label className="flex items-center gap-2 text-[13px] text-soft" key={name}>
          {label}
          <input
            className="h-7 w-24 rounded-md border border-line-strong bg-sunken px-2 text-text tabular-nums placeholder:text-faint"
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
    </div>
  );
}

function fieldsOf(format: string): readonly OptionField[] {
  const known: Format | undefined = formats.find((one) => one === format);
  return known === undefined ? [] : (FIELDS[formatFacts(known).assembly] ?? []);
}
