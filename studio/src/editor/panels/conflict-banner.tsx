import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleOf } from '../commands/registry.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Banner for edits in conflict with another user's edits. It shows one conflict at a time, with both sides. */
export function ConflictBanner() {
  const conflict = useEditor((state) => state.sync.conflicts[0] ?? null);
  const count = useEditor((state) => state.sync.conflicts.length);
  const clips = useEditor((state) => state.document.clips);
  const actions = useActions();
  if (!conflict) return null;
  const { edit, theirs, parts } = conflict;
  const named = parts.slice(0, 3).map((part) => {
    const clip = clips.find(({ id }) => part === `clip ${id}`);
    return clip
      ? `“${clipTitle(clip)}”`
      : part.replace(/^clip .*/, 'a clip that is gone').replace(/^(clip|track) \*$/, '$1s');
  });
  return (
    <div className="flex items-center gap-3 border-b border-line bg-warn-soft px-4 py-2" role="alert">
      <Icon className="text-warn" name="warning" />
      <p className="min-w-0 grow">
        <strong>{edit.label}</strong> meets{' '}
        <strong>{theirs.commands.map(({ op }) => titleOf(op)).join(', ') || 'a change'}</strong> by{' '}
        {theirs.author.name || 'somebody else'}: both change {named.join(', ')}.
        {count > 1 && ` ${count - 1} more after this.`}
      </p>
      <Button onClick={() => actions.settle(edit.batchId, true)} size="small">
        Use mine
      </Button>
      <Button onClick={() => actions.settle(edit.batchId, false)} size="small">
        Keep theirs
      </Button>
    </div>
  );
}
