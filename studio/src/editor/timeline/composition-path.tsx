import { Button } from '../../ui/button.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Path to the open composition, whose parts close the compositions inside them. Empty on the project's own timeline. */
export function CompositionPath() {
  const entered = useEditor((state) => state.entered);
  const compositions = useEditor((state) => state.sync.document.compositions);
  const actions = useActions();
  if (entered.length === 0) return null;
  const names = entered.map(({ compositionId }) => compositions?.find(({ id }) => id === compositionId)?.name);
  return (
    <nav
      aria-label="Open composition"
      className="flex h-9 shrink-0 items-center gap-1 border-b border-line px-2 text-[13px]"
    >
      <Button onClick={() => actions.leave(0)} size="small">
        Project
      </Button>
      {names.map((name = 'Composition', index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a composition may be open at one depth only
        <span className="flex min-w-0 items-center gap-1" key={index}>
          <span aria-hidden="true" className="text-faint">
            ›
          </span>
          {index < names.length - 1 ? (
            <Button onClick={() => actions.leave(index + 1)} size="small">
              {name}
            </Button>
          ) : (
            <span aria-current="location" className="truncate font-medium">
              {name}
            </span>
          )}
        </span>
      ))}
    </nav>
  );
}
