import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { choicesOf, type JsonSchema } from './registry.ts';
import { ThingField, thingOf } from './thing-field.tsx';
import { control, type FieldProps, JsonInput, NumberInput, NumberOrWord, Row, TextInput } from './value-inputs.tsx';

/**
 * Form control for a value of a schema, chosen by the schema's type, the field's name and its range. It falls back to a
 * JSON input.
 */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange, isRequired = false } = props;
  if (schema.properties && (schema.type === 'object' || schema.type === undefined)) {
    return <ObjectField {...props} properties={schema.properties} />;
  }
  const known = thingOf(name, schema);
  if (known !== null) return <ThingField {...props} kind={known} />;
  const choices = choicesOf(schema);
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
            {(!isRequired || value === undefined) && <option value="">{isRequired ? 'Choose…' : '–'}</option>}
            {choices.map((choice) => (
              <option key={String(choice)} value={String(choice)}>
                {choiceLabel(String(choice), name)}
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
  const worded = wordedNumber(schema);
  if (worded) return <Row {...props}>{(id) => <NumberOrWord {...props} {...worded} id={id} />}</Row>;
  if (schema.type === 'string') return <Row {...props}>{(id) => <TextInput {...props} id={id} />}</Row>;
  if (schema.type === 'array' && isSchema(schema.items) && schema.items.type !== 'array') {
    return <ListField {...props} items={schema.items} />;
  }
  return <Row {...props}>{(id) => <JsonInput id={id} onChange={onChange} value={value} />}</Row>;
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
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a list have no id
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
            label={`Remove item ${index + 1}`}
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

/** Form controls for the properties of an object. */
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

/** Returns the parts of a schema that accepts a number or one fixed word; null for other schemas. */
function wordedNumber({ anyOf }: JsonSchema): { number: JsonSchema; word: string } | null {
  const [number, word, ...others] = anyOf ?? [];
  return number?.type === 'number' && typeof word?.const === 'string' && others.length === 0
    ? { number, word: word.const }
    : null;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
