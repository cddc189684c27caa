import { listVariables } from '@framemill/timeline';
import { useMemo } from 'react';
import { VariableFields } from '../../renders/variable-fields.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { useTriedValues, useValuesOf } from './variable-values.ts';

/** The variables of the project: where they stand, and values to look at and to render with. */
export function VariablesPanel() {
  const document = useEditor((state) => state.document);
  const projectId = useEditor((state) => state.projectId);
  const media = useEditor((state) => state.media);
  const actions = useActions();
  const values = useValuesOf(projectId);
  const put = useTriedValues((state) => state.put);
  const variables = useMemo(() => listVariables(document), [document]);
  const byId = new Map(document.clips.map((clip) => [clip.id, clip]));
  const isTried = Object.keys(values).length > 0;
  return (
    <div className="flex flex-col gap-4 p-3">
      <p className="text-[13px] text-soft">
        Write <code className="font-mono text-accent">{'{{name}}'}</code> or{' '}
        <code className="font-mono text-accent">{'{{name|default}}'}</code> in a text, a source or an html clip: each
        render can be given other values.
      </p>
      {variables.length > 0 && (
        <>
          <section aria-label="Values">
            <div className="mb-2 flex items-center gap-2">
              <h2 className="grow font-semibold">Values</h2>
              {isTried && (
                <Button onClick={() => put(projectId, {})} size="small" tone="quiet">
                  Clear
                </Button>
              )}
            </div>
            <VariableFields
              media={media}
              onChange={(next) => put(projectId, next)}
              values={values}
              variables={variables}
            />
            <p className="mt-2 text-[13px] text-faint">
              {isTried
                ? 'The preview shows them, and a render begins with them.'
                : 'Type one to see it in the preview.'}
            </p>
          </section>
          <section aria-label="Where they stand">
            <h2 className="mb-1 font-semibold">Where they stand</h2>
            <ul className="flex flex-col gap-2">
              {variables.map(({ name, type, default: own, uses, changesDuration }) => (
                <li className="rounded-lg border border-line p-2 text-[13px]" key={name}>
                  <p className="flex items-center gap-2">
                    <code className="min-w-0 grow truncate font-mono">{name}</code>
                    <Badge>{type}</Badge>
                    {changesDuration && <Badge>length of the film</Badge>}
                    {own === null && <Badge tone="warn">needed</Badge>}
                  </p>
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
                        <span className="min-w-0 grow truncate">{clip ? clipTitle(clip) : 'The project'}</span>
                        <span className="text-faint">{field}</span>
                      </button>
                    );
                  })}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </div>
  );
}
