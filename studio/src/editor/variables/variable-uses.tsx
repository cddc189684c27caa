import type { Variable } from '@framemill/timeline';
import { Badge } from '../../ui/badge.tsx';
import { titleOf } from '../commands/registry.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** List of variables with their types and uses. A click on a use selects the clip. */
export function VariableUses({ variables }: { variables: readonly Variable[] }) {
  const clips = useEditor((state) => state.document.clips);
  const actions = useActions();
  const byId = new Map(clips.map((clip) => [clip.id, clip]));
  return (
    <section aria-label="Where they stand">
      <h2 className="mb-2 font-semibold">Where they stand</h2>
      <ul className="flex flex-col gap-2">
        {variables.map(({ name, type, default: own, uses, changesDuration }) => (
          <li className="rounded-lg border border-line p-2 text-[13px]" key={name}>
            <p className="flex items-center gap-2">
              <code className="min-w-0 grow truncate font-mono" title={name}>
                {name}
              </code>
              <Badge>{type}</Badge>
              {changesDuration && <Badge>length of the film</Badge>}
              {own === null && <Badge tone="warn">needed</Badge>}
            </p>
            {own !== null && own !== '' && (
              <p className="truncate px-1 text-faint" title={own}>
                Usual: <bdi>{own}</bdi>
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
                  <span className="min-w-0 grow truncate">{clip ? clipTitle(clip) : 'The project'}</span>
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
