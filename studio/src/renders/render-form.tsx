import { takesCompression } from '@framemill/compositor/formats';
import { canvasOfAspect } from '@framemill/timeline';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { access } from '../client/access.ts';
import { sentenceOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';
import { DialogActions } from '../ui/dialog.tsx';
import { Check, SelectField } from '../ui/field.tsx';
import { amountText } from '../ui/format.ts';
import { DRAFT_TEXTS } from '../ui/labels.ts';
import type { Pages } from '../ui/table.tsx';
import { AlsoInFields, AspectField, FileOptionFields } from './file-options.tsx';
import { type FormVariable, missingNames, type VariableValues, valuesFor, wrongNames } from './form-variables.ts';
import {
  COMPRESSION_CHOICES,
  FIRST_CHOICE,
  FORMAT_CHOICES,
  FURTHER_CHOICES,
  filesOf,
  QUALITY_CHOICES,
  type RenderBody,
  type RenderChoice,
  startRender,
} from './render-choice.ts';
import { ExtraFields, extrasOf, NO_EXTRAS } from './render-extras.tsx';
import { hasPreset, RENDER_PRESETS, sizeText, withPreset } from './render-presets.ts';
import { RenderQuote } from './render-quote.tsx';
import { ThumbnailField, type ThumbnailSource } from './thumbnail-field.tsx';
import { type MediaChoice, VariableFields } from './variable-fields.tsx';

interface RenderFormProps {
  projectId: string;
  /** Size of the project's canvas, in pixels. */
  size: { width: number; height: number };
  /** Label of the submit button. */
  action: string;
  /** Variables of the project. The video is rendered with the values entered for them. */
  variables: readonly FormVariable[];
  /** Initial values of the variables. */
  firstValues?: VariableValues;
  /** Media files that a media variable can be set to. */
  media?: readonly MediaChoice[];
  /** Source of further pages of `media`; absent when `media` is complete. */
  mediaPages?: Pages;
  /** Reason why the render cannot start now; null when it can. */
  waitsFor?: string | null;
  /** Project as it is saved, for choosing a thumbnail; absent where its frames cannot be shown. */
  thumbnails?: ThumbnailSource | undefined;
  /** Export by the browser itself, as an alternative to the render; absent where there is none. */
  draft?: {
    /** Returns why there can be no draft with these choices, as a sentence; null when there can. */
    refusal(choice: RenderChoice): string | null;
    start(choice: RenderChoice, values: VariableValues): void;
  };
  onCancel(): void;
  onStarted(renderId: string): void;
}

/** Form that asks for the render options and starts the render. */
export function RenderForm(props: RenderFormProps) {
  const {
    projectId,
    size,
    action,
    variables,
    firstValues = {},
    media = [],
    mediaPages,
    thumbnails,
    draft,
    onCancel,
    onStarted,
  } = props;
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [values, setValues] = useState(firstValues);
  const [extras, setExtras] = useState(NO_EXTRAS);
  const lack = valuesLack(variables, values);
  const waitsFor = props.waitsFor ?? lack;
  const refusal = draft?.refusal(choice) ?? null;
  const given = { ...(variables.length > 0 && { variables: valuesFor(variables, values) }) };
  const body: RenderBody = { projectId, ...filesOf(choice), ...given };
  const start = useMutation({
    meta: { quiet: true },
    mutationFn: () => startRender({ ...body, ...extrasOf(extras) }),
    onSuccess: ({ id }) => onStarted(id),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <ChoiceFields choice={choice} onChange={setChoice} size={size} />
      {thumbnails && (
        <ThumbnailField
          choice={choice}
          isFull={choice.further.length + choice.alsoIn.length >= MOST_FURTHER}
          onChange={setChoice}
          projectId={projectId}
          source={thumbnails}
          variables={given.variables}
        />
      )}
      <FurtherFiles choice={choice} onChange={setChoice} size={size} />
      {access().isStudio && (
        <ExtraFields extras={extras} hasMp4={[choice.format, ...choice.further].includes('mp4')} onChange={setExtras} />
      )}
      {variables.length > 0 && (
        <fieldset className="mt-4">
          <legend className="mb-2 text-[13px] font-medium text-soft">Variables</legend>
          <VariableFields media={media} onChange={setValues} values={values} variables={variables} />
          {mediaPages?.hasNextPage && variables.some(({ type }) => type === 'media') && (
            <p className="mt-2 flex items-center justify-between gap-2 text-[13px] text-soft">
              Showing the newest {amountText(media.length, 'file')}.
              <Button isBusy={mediaPages.isFetchingNextPage} onClick={() => mediaPages.fetchNextPage()} size="small">
                Show older files
              </Button>
            </p>
          )}
        </fieldset>
      )}
      {waitsFor === null && <RenderQuote body={body} />}
      {start.error && (
        <p className="mt-3 rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
          {sentenceOf(start.error)}
        </p>
      )}
      {waitsFor !== null && <p className="mt-3 text-[13px] text-soft">{waitsFor}</p>}
      {draft && <p className="mt-3 text-[13px] text-soft">{refusal ?? DRAFT_TEXTS.help}</p>}
      <DialogActions>
        <Button onClick={onCancel} tone="quiet">
          Cancel
        </Button>
        {draft && (
          <Button
            disabled={refusal !== null || lack !== null}
            onClick={() => draft.start(choice, valuesFor(variables, values))}
          >
            {DRAFT_TEXTS.action}
          </Button>
        )}
        <Button disabled={waitsFor !== null} isBusy={start.isPending} tone="primary" type="submit">
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Returns the reason why a render cannot start with these values; null when it can. */
function valuesLack(variables: readonly FormVariable[], values: VariableValues): string | null {
  const [missing, wrong] = [missingNames(variables, values), wrongNames(variables, values)];
  if (missing.length > 0) return `Enter a value for: ${missing.join(', ')}.`;
  return wrong.length > 0 ? `Correct the value of: ${wrong.join(', ')}.` : null;
}

interface ChoiceFieldsProps {
  choice: RenderChoice;
  size: { width: number; height: number };
  onChange(choice: RenderChoice): void;
}

/** Select fields for preset, format, quality, resolution and compression of a video. */
export function ChoiceFields({ choice, size, onChange }: ChoiceFieldsProps) {
  const { format, quality, compression, resolution } = choice;
  const aspect = choice.aspects[format];
  const { width, height } = aspect === undefined ? size : canvasOfAspect(size, aspect);
  return (
    <div className="flex flex-col gap-3">
      <PresetField choice={choice} onChange={onChange} size={size} />
      <SelectField
        label="Format"
        onChange={({ target }) =>
          onChange({
            ...choice,
            format: FORMAT_CHOICES.find(({ value }) => value === target.value)?.value ?? format,
            further: choice.further.filter((one) => one !== target.value),
            alsoIn: [],
          })
        }
        value={format}
      >
        {FORMAT_CHOICES.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      <OptionsOf choice={choice} format={format} onChange={onChange} />
      <AspectField choice={choice} format={format} onChange={onChange} size={size} />
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label="Quality"
          onChange={({ target }) =>
            onChange({
              ...choice,
              quality: QUALITY_CHOICES.find(({ value }) => value === target.value)?.value ?? quality,
            })
          }
          value={quality}
        >
          {QUALITY_CHOICES.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Resolution"
          onChange={({ target }) => onChange({ ...choice, resolution: target.value === 'half' ? 'half' : 'full' })}
          value={resolution}
        >
          <option value="full">Full: {sizeText({ width, height })}</option>
          <option value="half">
            Half: {sizeText({ width: Math.round(width / 2), height: Math.round(height / 2) })}
          </option>
        </SelectField>
      </div>
      {takesCompression(format) && (
        <SelectField
          label="File size"
          onChange={({ target }) =>
            onChange({
              ...choice,
              compression: COMPRESSION_CHOICES.find(({ value }) => value === target.value)?.value ?? compression,
            })
          }
          value={compression}
        >
          {COMPRESSION_CHOICES.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}

/** Select field for a platform, which sets the other fields. Changing one of those ends the preset. */
function PresetField({ choice, size, onChange }: ChoiceFieldsProps) {
  const [id, setId] = useState('');
  const preset = RENDER_PRESETS.find((one) => one.id === id);
  return (
    <SelectField
      label="Preset"
      onChange={({ target }) => {
        const chosen = RENDER_PRESETS.find((one) => one.id === target.value);
        setId(target.value);
        if (chosen) onChange(withPreset(choice, chosen, size));
      }}
      value={preset && hasPreset(choice, preset, size) ? id : ''}
    >
      <option value="">Custom</option>
      {RENDER_PRESETS.map(({ id: value, name, aspect }) => (
        <option key={value} value={value}>
          {name}: {aspect}
        </option>
      ))}
    </SelectField>
  );
}

/** Fields for files rendered in addition to the first. Files with the same encoding share rendered frames. */
export function FurtherFiles({ choice, onChange, size }: ChoiceFieldsProps) {
  const { format, further, alsoIn } = choice;
  const files = further.length + alsoIn.length;
  return (
    <details className="mt-3 rounded-lg border border-line">
      <summary className="px-3 py-2 text-[13px] font-medium text-soft hover:text-text">
        More files{files > 0 && `: ${files}`}
      </summary>
      <AlsoInFields choice={choice} most={MOST_FURTHER - files} onChange={onChange} size={size} />
      <ul className="flex max-h-48 flex-col gap-1.5 overflow-y-auto px-3 pb-3 text-[13px]">
        {FURTHER_CHOICES.filter(({ value }) => value !== format).map(({ value, name }) => (
          <li key={value}>
            <Check
              isDisabled={!further.includes(value) && files >= MOST_FURTHER}
              isOn={further.includes(value)}
              onChange={(isOn) => {
                const others = further.filter((one) => one !== value);
                onChange({ ...choice, further: isOn ? [...others, value] : others });
              }}
            >
              {name}
            </Check>
            {further.includes(value) && (
              <div className="mt-1.5 mb-1 ml-6">
                <OptionsOf choice={choice} format={value} onChange={onChange} />
                <AspectField choice={choice} format={value} onChange={onChange} size={size} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function OptionsOf({ choice, format, onChange }: Omit<ChoiceFieldsProps, 'size'> & { format: string }) {
  return (
    <FileOptionFields
      format={format}
      onChange={(own) => onChange({ ...choice, options: { ...choice.options, [format]: own } })}
      options={choice.options[format] ?? {}}
    />
  );
}

/** Maximum number of files in addition to the first. */
const MOST_FURTHER = 9;
