import { captionCoding, holdsChapters } from '@framemill/compositor/format-texts';
import { type Assembly, type Format, formatFacts, formats } from '@framemill/compositor/formats';
import { Check } from '../ui/check.tsx';
import type { FileOptions } from './render-choice.ts';

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
  poster: [{ name: 'atSec', label: 'At second', placeholder: 'the first', min: 0, step: 'any' }],
  sheet: grid(4),
  sprites: [
    ...grid(10),
    { name: 'intervalSec', label: 'Seconds apart', placeholder: '2', min: 0.1, max: 600, step: 'any' },
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
      : [{ name: 'captions', label: 'Captions as a track', value: 'embedded' } as const]),
    ...(holdsChapters(format) ? [{ name: 'chapters', label: 'Markers as chapters', value: true } as const] : []),
  ];
}
