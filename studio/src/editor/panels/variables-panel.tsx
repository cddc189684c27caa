import { listVariables, type Variable } from '@framemill/timeline';
import { useMemo, useState } from 'react';
import { NewBatchDialog } from '../../batches/new-batch-dialog.tsx';
import { firstTable } from '../../batches/table-rows.ts';
import { access } from '../../client/access.ts';
import { unknownNames, type VariableValues, valuesFor } from '../../renders/form-variables.ts';
import { VariableFields } from '../../renders/variable-fields.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Badge } from '../../ui/indicators.tsx';
import { kindLabel, titleOf } from '../../ui/labels.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { useTriedValues, useValuesOf } from '../model/variable-values.ts';

interface VariablesPanelProps {
  openCommand(op: string): void;
  openRender(): void;
}

/**
 * Variables panel: values to try out in the preview, buttons to render one video or many with values, and the uses of
 * each variable.
 */
export function VariablesPanel({ openCommand, openRender }: VariablesPanelProps) {
  const document = useEditor((state) => state.document);
  const projectId = useEditor((state) => state.projectId);
  const values = useValuesOf(projectId);
  const variables = useMemo(() => listVariables(document), [document]);
  const [isBatch, setIsBatch] = useState(false);
  const { isStudio, mayRender } = access();
  return (
    <div className="flex flex-col gap-5 p-3">
      <p className="text-[13px] text-soft">
        Write <Mark>{'{{name}}'}</Mark> or <Mark>{'{{name|default}}'}</Mark> in a text, a file field or an HTML clip to
        set it for each render. To use a variable for a number or a colour, open{' '}
        <button className="text-accent hover:underline" onClick={() => openCommand('updateClip')} type="button">
          Update clip
        </button>
        .
      </p>
      {variables.length > 0 && (
        <>
          <Values values={values} variables={variables} />
          <section aria-label="Render with values" className="flex flex-wrap gap-2">
            {mayRender && (
              <Button icon="film" onClick={openRender} size="small">
                Render with these values
              </Button>
            )}
            {isStudio && (
              <Button icon="grid" onClick={() => setIsBatch(true)} size="small">
                Render from a table
              </Button>
            )}
          </section>
          <VariableUses variables={variables} />
        </>
      )}
      <GoneValues values={values} variables={variables} />
      {isBatch && (
        <NewBatchDialog
          firstCsv={firstTable(variables, valuesFor(variables, values))}
          onClose={() => setIsBatch(false)}
          projectId={projectId}
        />
      )}
    </div>
  );
}

function Mark({ children }: { children: string }) {
  return <code className="font-mono text-accent">{children}</code>;
}

interface ValuesProps {
  variables: readonly Variable[];
  values: VariableValues;
}

function Values({ variables, values }: ValuesProps) {
  const projectId = useEditor((state) => state.projectId);
  const media = useEditor((state) => state.media);
  const put = useTriedValues((state) => state.put);
  const isTried = Object.keys(valuesFor(variables, values)).length > 0;
  return (
    <section aria-label="Values">
      <div className="mb-2 flex min-h-7 items-center gap-2">
        <h2 className="grow font-semibold">Values</h2>
        {isTried && (
          <Button onClick={() => put(projectId, {})} size="small" tone="quiet">
            Clear
          </Button>
        )}
      </div>
      <VariableFields media={media} onChange={(next) => put(projectId, next)} values={values} variables={variables} />
      <p className="mt-2 text-[13px] text-faint">
        {isTried ? 'The preview and new renders use these values.' : 'Enter a value to see it in the preview.'}
      </p>
    </section>
  );
}

/** List of values whose variable no longer exists in the project. */
function GoneValues({ variables, values }: ValuesProps) {
  const projectId = useEditor((state) => state.projectId);
  const put = useTriedValues((state) => state.put);
  const gone = unknownNames(variables, values);
  if (gone.length === 0) return null;
  return (
    <section aria-label="Unused values">
      <h2 className="mb-1 font-semibold">Unused values</h2>
      <ul className="text-[13px]">
        {gone.map((name) => (
          <li className="flex items-center gap-2" key={name}>
            <code className="shrink-0 font-mono text-warn">{name}</code>
            <span className="min-w-0 grow truncate text-soft">{values[name]}</span>
            <IconButton
              icon="close"
              label={`Remove the value of ${name}`}
              onClick={() => {
                const { [name]: _, ...rest } = values;
                put(projectId, rest);
              }}
              size="small"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** List of variables with their types and uses. A click on a use selects the clip. */
function VariableUses({ variables }: { variables: readonly Variable[] }) {
  const clips = useEditor((state) => state.document.clips);
  const actions = useActions();
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  return (
    <section aria-label="Where variables are used">
      <h2 className="mb-2 font-semibold">Where variables are used</h2>
      <ul className="flex flex-col gap-2">
        {variables.map(({ name, type, default: own, uses, changesDuration }) => (
          <li className="rounded-lg border border-line p-2 text-[13px]" key={name}>
            <p className="flex items-center gap-2">
              <code className="min-w-0 grow truncate font-mono" title={name}>
                {name}
              </code>
              <Badge>{kindLabel(type)}</Badge>
              {changesDuration && <Badge>Changes the duration</Badge>}
              {own === null && <Badge tone="warn">Required</Badge>}
            </p>
            {own !== null && own !== '' && (
              <p className="truncate px-1 text-faint" title={own}>
                Default: <bdi>{own}</bdi>
              </p>
            )}
            {uses.map(({ clipId, field }) => {
              const clip = clipId === null ? undefined : byId.get(clipId);
              return (
                <button
                  className="mt-1 flex w-full gap-2 rounded-md px-1 text-left text-soft hover:bg-hover"
                  key={`${clipId} ${field}`}
                  onClick={() => {
                    actions.select(clip ? [clip.id] : []);
                    actions.seek(clip?.start ?? 0);
                  }}
                  type="button"
                >
                  <span className="min-w-0 grow truncate">{clip ? clipTitle(clip) : 'Project'}</span>
                  <span className="shrink-0 text-faint">{placeText(field)}</span>
                </button>
              );
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the name of a clip field in words: `Font size` for `textStyle.fontSize`. */
function placeText(field: string): string {
  return titleOf(field.split('.').at(-1) ?? field);
}
