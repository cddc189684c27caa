import { type ReactNode, useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { useEditor } from '../model/use-editor.ts';
import { FontField } from '../text/font-field.tsx';
import { WheelField } from './colour-wheel.tsx';
import { controlKind, siblingParamsSchema } from './control-kind.ts';
import { CurvesField } from './curve-field.tsx';
import { NumberInput, NumberOrWord, TupleField } from './number-input.tsx';
import type { JsonSchema } from './registry.ts';
import { ThingField } from './thing-field.tsx';
import { control, type FieldProps, isColorSchema, MIXED, Row, TextInput } from './value-inputs.tsx';

/** Form control for a value of a schema, chosen by the schema and the field's name (`controlKind`). */
export function SchemaField(props: FieldProps) {
  const { name, schema, value, onChange, isRequired = false, isMixed = false } = props;
  const chosen = controlKind(name, schema);
  // Controls of several values are empty while things with different values are edited together.
  const whole = isMixed ? { ...props, value: undefined } : props;
  switch (chosen.kind) {
    case 'thing':
      return <ThingField {...whole} kind={chosen.thing} />;
    case 'object':
      return <ObjectField {...whole} properties={chosen.properties} />;
    case 'wheel':
      return <WheelField {...whole} properties={chosen.properties} />;
    case 'curves':
      return <CurvesField {...whole} curves={chosen.curves} />;
    case 'list':
      return <ListField {...whole} items={chosen.items} />;
    case 'tuple':
      return <TupleField {...whole} items={chosen.items} />;
    case 'record':
      return <RecordField {...whole} values={chosen.values} />;
    case 'variants':
      return <VariantsField {...whole} variants={chosen.variants} />;
    case 'number':
      return <Row {...props}>{(id) => <NumberInput {...props} id={id} />}</Row>;
    case 'number-or-word':
      return <Row {...props}>{(id) => <NumberOrWord {...props} {...chosen} id={id} />}</Row>;
    case 'font':
      return <FontField {...props} />;
    case 'text':
      return <Row {...props}>{(id) => <TextInput {...props} id={id} />}</Row>;
    case 'flag':
      return (
        <Row {...props}>
          {(id) => (
            <input
              checked={value === true && !isMixed}
              className="size-4 accent-accent"
              id={id}
              onChange={(event) => onChange(event.target.checked)}
              ref={(input) => {
                if (input) input.indeterminate = isMixed;
              }}
              type="checkbox"
            />
          )}
        </Row>
      );
    case 'choice':
      return (
        <Row {...props}>
          {(id) => (
            <select
              className={`${control} h-7.5`}
              id={id}
              onChange={(event) => onChange(chosen.choices.find((one) => String(one) === event.target.value))}
              value={value === undefined || isMixed ? '' : String(value)}
            >
              {(!isRequired || value === undefined || isMixed) && (
                <option value="">{isMixed ? MIXED : isRequired ? 'Choose…' : '–'}</option>
              )}
              {chosen.choices.map((choice) => (
                <option key={String(choice)} value={String(choice)}>
                  {choiceLabel(String(choice), name)}
                </option>
              ))}
            </select>
          )}
        </Row>
      );
  }
}

interface SchemaFieldsProps {
  properties: Record<string, JsonSchema>;
  required: readonly string[];
  values: Record<string, unknown>;
  onChange(values: Record<string, unknown>): void;
  /** Called with the values while the user drags a control; undefined ends a drag without a change. */
  onPreview?: ((values: Record<string, unknown> | undefined) => void) | undefined;
}

/** Form controls for the properties of an object. */
export function SchemaFields({ properties, required, values, onChange, onPreview }: SchemaFieldsProps) {
  const changed = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = values;
    return value === undefined ? rest : { ...rest, [name]: value };
  };
  return Object.entries(properties).map(([name, schema]) => {
    const field: FieldProps = {
      ...{ name, schema, value: values[name], isRequired: required.includes(name) },
      onChange: (value) => onChange(changed(name, value)),
      onPreview: onPreview && ((value) => onPreview(value === undefined ? undefined : changed(name, value))),
    };
    // The parameters of an effect depend on its type, which is another field.
    return name === 'params' ? (
      <ParamsField {...field} key={name} siblings={values} />
    ) : (
      <SchemaField {...field} key={name} />
    );
  });
}

/** Group of the fields of an object, which can be folded. */
function ObjectField(props: FieldProps & { properties: Record<string, JsonSchema> }) {
  const { name, label = titleOf(name), schema, value, onChange, onPreview, properties } = props;
  const fields = isRecord(value) ? value : {};
  const [isOpen, setIsOpen] = useState(Object.keys(fields).length > 0 || Object.keys(properties).length <= 6);
  return (
    <fieldset className="min-w-0 rounded-lg border border-line">
      <legend className="ml-1 px-1 text-[13px] text-soft">
        <button
          aria-expanded={isOpen}
          className="flex items-center gap-0.5 hover:text-text"
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} /> {label}
        </button>
      </legend>
      {isOpen && (
        <div className="flex flex-col gap-1.5 px-2.5 pb-2.5">
          <SchemaFields
            onChange={(next) => onChange(Object.keys(next).length === 0 ? undefined : next)}
            onPreview={onPreview}
            properties={properties}
            required={schema.required ?? []}
            values={fields}
          />
        </div>
      )}
    </fieldset>
  );
}

/** Fields of the parameters of an effect. `siblings` are the other fields of the effect, which give its type. */
function ParamsField(props: FieldProps & { siblings: Record<string, unknown> }) {
  const { siblings, ...field } = props;
  const clips = useEditor((state) => state.document.clips);
  const schema = siblingParamsSchema(siblings, clips);
  if (schema) return <ObjectField {...field} properties={schema.properties ?? {}} schema={schema} />;
  return (
    <Group title={titleOf(props.name)}>
      <p className="text-[13px] text-faint">Choose an effect to see its settings.</p>
    </Group>
  );
}

/** Values of one schema in a list. */
function ListField(props: FieldProps & { items: JsonSchema }) {
  const { name, label = titleOf(name), value, onChange, onPreview, items } = props;
  const list: unknown[] = Array.isArray(value) ? value : [];
  const put = (next: unknown[]) => onChange(next.length === 0 ? undefined : next);
  return (
    <Group title={label}>
      {list.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items of a list have no id
        <div className="flex items-start gap-1" key={index}>
          <div className="min-w-0 grow">
            <SchemaField
              name={`${index + 1}`}
              onChange={(next) => put(list.with(index, next))}
              onPreview={onPreview && ((next) => onPreview(next === undefined ? undefined : list.with(index, next)))}
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
      <AddButton onClick={() => put([...list, freshValue(items)])}>Add to {label.toLowerCase()}</AddButton>
    </Group>
  );
}

/** Values by names that the user chooses, such as variables by the fields that they fill. */
function RecordField(props: FieldProps & { values: JsonSchema }) {
  const { name, label = titleOf(name), value, onChange, values } = props;
  const entries = isRecord(value) ? value : {};
  const [fresh, setFresh] = useState('');
  const put = (next: Record<string, unknown>) => onChange(Object.keys(next).length === 0 ? undefined : next);
  const add = () => {
    const key = fresh.trim();
    if (key === '' || Object.hasOwn(entries, key)) return;
    put({ ...entries, [key]: '' });
    setFresh('');
  };
  return (
    <Group title={label}>
      {Object.entries(entries).map(([key, entry]) => (
        <div className="flex items-start gap-1" key={key}>
          <div className="min-w-0 grow">
            <SchemaField
              label={key}
              name={key}
              onChange={(next) => put({ ...entries, [key]: next ?? '' })}
              schema={values}
              value={entry}
            />
          </div>
          <IconButton
            icon="close"
            label={`Remove ${key}`}
            onClick={() => put(Object.fromEntries(Object.entries(entries).filter(([one]) => one !== key)))}
            size="small"
          />
        </div>
      ))}
      <div className="flex items-center gap-1.5">
        <input
          aria-label={`${label}: new name`}
          className={`${control} h-7.5`}
          onChange={(event) => setFresh(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Otherwise the key would apply the form.
            event.preventDefault();
            add();
          }}
          placeholder="Name"
          value={fresh}
        />
        <AddButton onClick={add}>Add</AddButton>
      </div>
    </Group>
  );
}

/** Value of one of several schemas: a choice of the schema, and the control for it. */
function VariantsField(props: FieldProps & { variants: readonly JsonSchema[] }) {
  const { name, label = titleOf(name), variants, value, onChange } = props;
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      variants.findIndex((one) => fits(one, value)),
    ),
  );
  const schema = variants[chosen] ?? {};
  const isText = controlKind(name, schema).kind === 'text';
  const choice = (id?: string) => (
    <select
      aria-label={`${label}: type`}
      className={`${control} h-7.5 ${isText ? 'w-auto shrink-0' : ''}`}
      id={id}
      onChange={({ target }) => {
        setChosen(Number(target.value));
        onChange(undefined);
      }}
      value={chosen}
    >
      {variants.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the schemas never change
        <option key={index} value={index}>
          {variantName(one)}
        </option>
      ))}
    </select>
  );
  if (isText) {
    return (
      <Row {...props}>
        {(id) => (
          <div className="flex min-w-0 flex-col gap-1.5">
            {choice()}
            <TextInput {...props} id={id} schema={schema} />
          </div>
        )}
      </Row>
    );
  }
  return (
    <>
      <Row {...props}>{choice}</Row>
      <SchemaField
        {...props}
        label={variantName(schema)}
        schema={schema}
        value={fits(schema, value) ? value : undefined}
      />
    </>
  );
}

function fits(schema: JsonSchema, value: unknown): boolean {
  if (value === undefined) return false;
  const type = Array.isArray(value) ? 'array' : typeof value;
  return schema.type === type;
}

function variantName(schema: JsonSchema): string {
  if (isColorSchema(schema)) return 'Colour';
  const { description = '', type } = schema;
  return description.replace(/\..*$/, '') || titleOf(String(type));
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 rounded-lg border border-line p-2.5 pt-1">
      <legend className="px-1 text-[13px] text-soft">{title}</legend>
      {children}
    </fieldset>
  );
}

function AddButton({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <button
      className="shrink-0 self-start rounded-md px-1.5 py-0.5 text-[13px] text-accent hover:bg-hover"
      onClick={onClick}
      type="button"
    >
      {children}
    </button>
  );
}

/** Returns the value of a new item of a list. */
function freshValue(schema: JsonSchema): unknown {
  if (Array.isArray(schema.items)) return schema.items.map(() => 0);
  return schema.type === 'string' ? '' : schema.type === 'number' ? 0 : {};
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
