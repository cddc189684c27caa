import type { Clip } from '@framemill/timeline';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { clipTitle } from '../model/editor-store.ts';
import { useEditor } from '../model/use-editor.ts';
import { type JsonSchema, titleOf, unitOf } from './registry.ts';

interface FieldProps {
  name: string;
  schema: JsonSchema;
  value: unknown;
  isRequired?: boolean;
  /** Undefined takes the value out. */
  onChange(value: unknown): void;
}

const control =
  'w-full min-w-0 rounded-md border border-line-strong bg-sunken px-2 text-[13px] text-text placeholder:text-faint ' +
  'focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent';

/** Form controls for a value of a schema: the right one for its type, name and range; JSON where there is none. */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange, isRequired = false } = props;
  if (schema.properties && (schema.type === 'object' || schema.type === undefined)) {
    return <ObjectField {...props} properties={schema.properties} />;
  }
  const known = knownChoices(name, schema);
  if (known !== null) return <ThingField {...props} kind={known} />;
  const choices = schema.enum ?? constants(schema);
  if (choices) {
    return (
      <Row {...props}>
        {(id) => (
          <select
            className={`${control} h-7.5`}
            id={id}
            onChange={(event) => onChange(choices.find((one) => String(one) === event.target.value))}
            value={value === undefined ? '' : String(value)}
          >
            {(!isRequired || value === undefined) && <option value="">{isRequired ? 'Choose ...' : '–'}</option>}
            {choices.map((choice) => (
              <option key={String(choice)} value={String(choice)}>
                {String(choice)}
              </option>
            ))}
          </select>
        )}
      </Row>
    );
  }
  if (schema.type === 'boolean') {
    return (
      <Row {...props}>
        {(id) => (
          <input
            checked={value === true}
            className="size-4 accent-accent"
            id={id}
            onChange={(event) => onChange(event.target.checked)}
            type="checkbox"
          />
        )}
      </Row>
    );
  }
  if (schema.type === 'number' || schema.type === 'integer') {
    return <Row {...props}>{(id) => <NumberInput {...props} id={id} />}</Row>;
  }
  if (schema.type === 'string') return <Row {...props}>{(id) => <TextInput {...props} id={id} />}</Row>;
  if (schema.type === 'array' && isSchema(schema.items) && schema.items.type !== 'array') {
    return <ListField {...props} items={schema.items} />;
  }
  return <Row {...props}>{(id) => <JsonInput id={id} onChange={onChange} value={value} />}</Row>;
}

function Row({ name, schema, isRequired, children }: FieldProps & { children(id: string): ReactNode }) {
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

function NumberInput({ schema, value, onChange, id }: FieldProps & { id: string }) {
  const [text, setText] = useState(shown(value));
  useEffect(() => setText(shown(value)), [value]);
  const least = schema.minimum ?? schema.exclusiveMinimum;
  const span = (schema.maximum ?? 1e9) - (least ?? -1e9);
  const step = schema.type === 'integer' ? 1 : span <= 2 ? 0.01 : span <= 100 ? 0.1 : 1;
  const commit = () => {
    if (text === shown(value)) return;
    const number = Number(text.replace(',', '.'));
    if (text.trim() === '') onChange(undefined);
    else if (Number.isFinite(number)) onChange(number);
    else setText(shown(value));
  };
  return (
    <input
      className={`${control} h-7.5 tabular-nums`}
      id={id}
      inputMode="decimal"
      onBlur={commit}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
        event.preventDefault();
        const by = (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1);
        const next = Math.round((Number(text || 0) + by) * 1e6) / 1e6;
        onChange(Math.min(schema.maximum ?? next, Math.max(least ?? next, next)));
      }}
      placeholder={range(schema)}
      title={schema.description}
      value={text}
    />
  );
}

function TextInput({ name, schema, value, onChange, id }: FieldProps & { id: string }) {
  const [text, setText] = useState(shown(value));
  useEffect(() => setText(shown(value)), [value]);
  const commit = () => {
    if (text !== shown(value)) onChange(text === '' ? undefined : text);
  };
  const isColor = schema.pattern?.includes('#[0-9a-fA-F]') === true;
  if ((schema.maxLength ?? 0) > 400 || LONG.has(name)) {
    return (
      <textarea
        className={`${control} min-h-16 py-1.5`}
        id={id}
        onBlur={commit}
        onChange={(event) => setText(event.target.value)}
        value={text}
      />
    );
  }
  return (
    <span className="flex gap-1.5">
      {isColor && (
        <input
          aria-label={`${titleOf(name)}: picker`}
          className="h-7.5 w-9 shrink-0 rounded-md border border-line-strong bg-sunken p-0.5"
          onChange={(event) => setText(event.target.value)}
          onBlur={commit}
          type="color"
          value={/^#[0-9a-fA-F]{6}$/.test(text) ? text : '#ffffff'}
        />
      )}
      <input
        className={`${control} h-7.5`}
        id={id}
        onBlur={commit}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        value={text}
      />
    </span>
  );
}

const LONG = new Set(['source', 'data', 'html', 'css', 'js', 'text']);

function JsonInput({ id, value, onChange }: { id: string; value: unknown; onChange(value: unknown): void }) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value));
  const [isBad, setIsBad] = useState(false);
  useEffect(() => setText(value === undefined ? '' : JSON.stringify(value)), [value]);
  return (
    <textarea
      aria-invalid={isBad}
      className={`${control} min-h-12 py-1.5 font-mono text-xs ${isBad ? 'border-bad' : ''}`}
      id={id}
      onBlur={() => {
        try {
          onChange(text.trim() === '' ? undefined : JSON.parse(text));
          setIsBad(false);
        } catch {
          setIsBad(true);
        }
      }}
      onChange={(event) => setText(event.target.value)}
      placeholder="JSON"
      value={text}
    />
  );
}

function ObjectField({
  name,
  schema,
  value,
  onChange,
  properties,
}: FieldProps & { properties: Record<string, JsonSchema> }) {
  const fields = isRecord(value) ? value : {};
  const [isOpen, setIsOpen] = useState(Object.keys(fields).length > 0 || Object.keys(properties).length <= 6);
  return (
    <fieldset className="rounded-lg border border-line">
      <legend className="ml-2 px-1 text-[13px] text-soft">
        <button aria-expanded={isOpen} className="hover:text-text" onClick={() => setIsOpen(!isOpen)} type="button">
          {isOpen ? '▾' : '▸'} {titleOf(name)}
        </button>
      </legend>
      {isOpen && (
        <div className="flex flex-col gap-1.5 px-2.5 pb-2.5">
          <SchemaFields
            onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
            properties={properties}
            required={schema.required ?? []}
            values={fields}
          />
        </div>
      )}
    </fieldset>
  );
}

function ListField({ name, value, onChange, items }: FieldProps & { items: JsonSchema }) {
  const list: unknown[] = Array.isArray(value) ? value : [];
  const put = (next: unknown[]) => onChange(next.length === 0 ? undefined : next);
  const fresh = items.properties ? {} : items.type === 'string' ? '' : items.type === 'number' ? 0 : {};
  return (
    <fieldset className="flex flex-col gap-1.5 rounded-lg border border-line p-2.5 pt-1">
      <legend className="px-1 text-[13px] text-soft">{titleOf(name)}</legend>
      {list.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a list have no other name
        <div className="flex items-start gap-1" key={index}>
          <div className="min-w-0 grow">
            <SchemaField
              name={`${index + 1}`}
              onChange={(next) => put(list.with(index, next))}
              schema={items}
              value={item}
            />
          </div>
          <IconButton
            icon="close"
            label={`Remove ${index + 1}`}
            onClick={() => put(list.toSpliced(index, 1))}
            size="small"
          />
        </div>
      ))}
      <button
        className="self-start rounded-md px-1.5 py-0.5 text-[13px] text-accent hover:bg-hover"
        onClick={() => put([...list, fresh])}
        type="button"
      >
        Add to {titleOf(name).toLowerCase()}
      </button>
    </fieldset>
  );
}

/** Controls for the fields of an object. */
export function SchemaFields({
  properties,
  required,
  values,
  onChange,
}: {
  properties: Record<string, JsonSchema>;
  required: readonly string[];
  values: Record<string, unknown>;
  onChange(values: Record<string, unknown>): void;
}) {
  return Object.entries(properties).map(([name, schema]) => (
    <SchemaField
      isRequired={required.includes(name)}
      key={name}
      name={name}
      onChange={(value) => {
        const { [name]: _, ...rest } = values;
        onChange(value === undefined ? rest : { ...rest, [name]: value });
      }}
      schema={schema}
      value={values[name]}
    />
  ));
}

type ThingKind = 'clip' | 'clips' | 'track' | 'tracks' | 'media' | 'marker' | 'markers' | 'group' | 'effect';

const THINGS: Record<string, ThingKind> = {
  ...{
    clipId: 'clip',
    fromClipId: 'clip',
    clipIds: 'clips',
    toClipIds: 'clips',
    musicClipIds: 'clips',
    speechClipIds: 'clips',
  },
  ...{
    trackId: 'track',
    trackIndex: 'track',
    trackIndices: 'tracks',
    src: 'media',
    markerId: 'marker',
    markerIds: 'markers',
  },
  ...{ groupId: 'group', effectId: 'effect' },
};

function knownChoices(name: string, schema: JsonSchema): ThingKind | null {
  if (schema.properties) return null;
  return schema['x-source'] === 'font' ? null : (THINGS[name] ?? null);
}

/** A choice among the things of the project: clips, tracks, files, markers, groups, effects. */
function ThingField(props: FieldProps & { kind: ThingKind }) {
  const { kind, value, onChange, isRequired } = props;
  const document = useEditor((state) => state.document);
  const media = useEditor((state) => state.media);
  const clipOption = (clip: Clip) => ({ value: clip.id, label: `${clipTitle(clip)} (${clip.start.toFixed(1)} s)` });
  const options: { value: string | number; label: string }[] = (() => {
    switch (kind) {
      case 'clip':
      case 'clips':
        return document.clips.slice(0, 500).map(clipOption);
      case 'track':
      case 'tracks':
        return document.tracks.map(({ id, label }) => ({ value: id, label }));
      case 'media':
        return media.map(({ id, name }) => ({ value: id, label: name }));
      case 'marker':
      case 'markers':
        return (document.markers ?? []).map(({ id, label, time }) => ({
          value: id,
          label: `${label ?? 'Marker'} (${time.toFixed(1)} s)`,
        }));
      case 'group':
        return [...new Set(document.clips.flatMap(({ groupId }) => groupId ?? []))].map((id, index) => ({
          value: id,
          label: `Group ${index + 1}`,
        }));
      case 'effect':
        return document.clips.flatMap((clip) =>
          (clip.effects ?? []).map(({ id, type }) => ({ value: id, label: `${type} of ${clipTitle(clip)}` })),
        );
    }
  })();
  const isMany = kind === 'clips' || kind === 'tracks' || kind === 'markers';
  const chosen = isMany ? (Array.isArray(value) ? value.map(String) : []) : value === undefined ? '' : String(value);
  const optionOf = (text: string) => options.find((one) => String(one.value) === text)?.value ?? text;
  return (
    <Row {...props}>
      {(id) => (
        <select
          className={`${control} ${isMany ? 'h-20 py-1' : 'h-7.5'}`}
          id={id}
          multiple={isMany}
          onChange={(event) => {
            const picked = [...event.target.selectedOptions].map((option) => optionOf(option.value));
            if (isMany) onChange(picked.length === 0 ? undefined : picked);
            else onChange(event.target.value === '' ? undefined : picked[0]);
          }}
          value={chosen}
        >
          {!isMany && <option value="">{isRequired ? 'Choose ...' : '–'}</option>}
          {options.map((option) => (
            <option key={option.value} value={String(option.value)}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

function constants({ anyOf }: JsonSchema): readonly unknown[] | null {
  if (!anyOf || anyOf.length === 0 || anyOf.some((one) => one.const === undefined)) return null;
  return anyOf.map((one) => one.const);
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum === undefined || maximum === undefined || maximum - minimum > 10_000) return '';
  return `${minimum} to ${maximum}`;
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 1e4) / 1e4);
  return typeof value === 'string' ? value : '';
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
