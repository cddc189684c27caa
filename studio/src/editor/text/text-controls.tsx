import type { TextStyle } from '@framemill/timeline';
import type { MouseEvent, ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Switch } from '../../ui/field.tsx';
import type { IconName } from '../../ui/icons.ts';
import { commandEntry, type JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { control, MIXED } from '../commands/value-inputs.tsx';
import { chordText } from '../model/key-map.ts';
import { drawnWeight, FORMAT_TOGGLES, type TextPart, weightName, weightsOf } from './text-formats.ts';
import { styleField, type TextFormatter } from './use-text-format.ts';

// Controls of the look of texts, for the inspector and for the bar of a text that is edited on the canvas.

/** Schemas of the fields of a text's style, by name. */
export const STYLE_SCHEMAS: Readonly<Record<string, JsonSchema>> =
  commandEntry('setTextStyle').params.properties?.style?.properties ?? {};

/** Leaves the focus in the edited text when a button is pressed with the mouse. Fields and their labels take it. */
export function keepTextFocus(event: MouseEvent): void {
  const isField = event.target instanceof Element && event.target.closest('input, select, label');
  if (!isField) event.preventDefault();
}

/** Form field of a text's style. */
export function StyleField({ name, format }: { name: keyof TextStyle; format: TextFormatter }) {
  return (
    <SchemaField
      isMixed={format.mixed.has(name)}
      name={name}
      onChange={(value) => format.set(styleField(name, value))}
      onPreview={(value) => format.preview(value === undefined ? null : styleField(name, value))}
      schema={STYLE_SCHEMAS[name] ?? {}}
      value={format.values[name]}
    />
  );
}

/** Select field with the weights that exist of the font of texts. */
export function WeightSelect({ id, format }: { id?: string; format: TextFormatter }) {
  const { values, mixed } = format;
  const weights = weightsOf(values.fontFamily);
  const isMixed = mixed.has('fontWeight') || mixed.has('fontFamily');
  return (
    <select
      aria-label={id === undefined ? 'Font weight' : undefined}
      className={`${control} h-7.5`}
      disabled={weights.length < 2 && !isMixed}
      id={id}
      onChange={({ target }) => format.set({ fontWeight: Number(target.value) })}
      value={isMixed ? '' : drawnWeight(weights, values.fontWeight)}
    >
      {isMixed && <option value="">{MIXED}</option>}
      {weights.map((weight) => (
        <option key={weight} value={weight}>
          {weightName(weight)}
        </option>
      ))}
    </select>
  );
}

/** Buttons that switch bold and italic letters and underlines. */
export function ToggleButtons({ format }: { format: TextFormatter }) {
  const { values, mixed } = format;
  return (
    <Buttons label="Format">
      {FORMAT_TOGGLES.map(({ id, label, chord, isOn, other }) => {
        const fields = other(values);
        const isMixed = Object.keys(fields ?? {}).some((name) => mixed.has(name));
        return (
          <IconButton
            disabled={fields === null}
            icon={id}
            isOn={isOn(values) && !isMixed}
            key={id}
            keys={chordText(chord)}
            label={label}
            onClick={() => fields && format.set(fields)}
            size="small"
          />
        );
      })}
    </Buttons>
  );
}

const ALIGNMENTS: readonly (readonly [value: 'left' | 'center' | 'right', label: string, icon: IconName])[] = [
  ['left', 'Align left', 'alignLeft'],
  ['center', 'Align centre', 'alignCenter'],
  ['right', 'Align right', 'alignRight'],
];

/** Buttons for the alignment of the lines of texts. */
export function AlignButtons({ format }: { format: TextFormatter }) {
  const { align = 'center' } = format.values;
  return (
    <Buttons label="Align">
      {ALIGNMENTS.map(([value, label, icon]) => (
        <IconButton
          icon={icon}
          isOn={align === value && !format.mixed.has('align')}
          key={value}
          label={label}
          onClick={() => format.set({ align: value })}
          size="small"
        />
      ))}
    </Buttons>
  );
}

function Buttons({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="flex gap-0.5">
      <legend className="sr-only">{label}</legend>
      {children}
    </fieldset>
  );
}

/** Switch of a part of the look of texts, with its fields while it is on. */
export function PartFields({ part, format }: { part: TextPart; format: TextFormatter }) {
  const { title, fields, isOn, switched } = part;
  const { values } = format;
  const isShown = isOn(values);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-7.5 items-center justify-between">
        <span className="text-[13px] text-soft">{title}</span>
        <Switch isOn={isShown} label={title} onChange={(next) => format.set(switched(values, next))} />
      </div>
      {isShown && fields.map((name) => <StyleField format={format} key={name} name={name} />)}
    </div>
  );
}
