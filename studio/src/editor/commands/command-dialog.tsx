import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import type { EditorState } from '../model/editor-store.ts';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { type CommandEntry, commandEntry, type JsonSchema } from './registry.ts';
import { SchemaFields } from './schema-field.tsx';

/** Dialog with a form for the command `op`; closed when `op` is null. */
export function CommandDialog({ op, onClose }: { op: string | null; onClose(): void }) {
  const entry = op === null ? null : commandEntry(op);
  return (
    <Dialog isOpen={entry !== null} lead={entry?.description} onClose={onClose} title={entry?.title ?? ''}>
      {entry && <CommandForm entry={entry} key={entry.op} onDone={onClose} />}
    </Dialog>
  );
}

function CommandForm({ entry, onDone }: { entry: CommandEntry; onDone(): void }) {
  const actions = useActions();
  const read = useReadEditor();
  const first = useMemo(() => firstValues(entry.params, read()), [entry, read]);
  const [values, setValues] = useState<Record<string, unknown>>(first);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const edit = { op: entry.op, ...values };
        const before = read().recent[0];
        const done = actions.run(entry.title, [edit], true);
        if (done) onDone();
        else setProblem(read().recent[0] === before ? 'The command could not be applied.' : problemOf());
      }}
    >
      <div className="flex flex-col gap-2">
        <SchemaFields
          onChange={(next) => {
            setValues(next);
            setProblem(null);
          }}
          properties={entry.params.properties ?? {}}
          required={entry.params.required ?? []}
          values={values}
        />
        {Object.keys(entry.params.properties ?? {}).length === 0 && (
          <p className="text-soft">This command has no settings.</p>
        )}
      </div>
      {problem !== null && (
        <p className="mt-3 rounded-lg bg-bad-soft p-2 text-[13px] text-bad" role="alert">
          {problem}
        </p>
      )}
      <DialogActions>
        <Button onClick={onDone} tone="quiet">
          Cancel
        </Button>
        <Button tone="primary" type="submit">
          Apply
        </Button>
      </DialogActions>
    </form>
  );

  function problemOf(): string {
    return actions.problemOf([{ op: entry.op, ...values }]) ?? 'The command could not be applied.';
  }
}

/** Duration of clips that a command form adds, in seconds. */
const DURATION_SEC = 4;

/**
 * Returns the initial values of a command form's required parameters: the selection, the playhead time, and the first
 * value of an enumeration.
 */
function firstValues(
  { properties = {}, required = [] }: JsonSchema,
  { selection, playheadSec, document }: Pick<EditorState, 'selection' | 'playheadSec' | 'document'>,
): Record<string, unknown> {
  const clip = document.clips.find(({ id }) => id === selection[0]);
  const time = Math.round(playheadSec * 1e3) / 1e3;
  const known: Record<string, unknown> = {
    ...(clip ? { clipId: clip.id, fromClipId: clip.id } : {}),
    ...(selection.length > 0 ? { clipIds: [...selection] } : {}),
    ...(clip ? { trackId: clip.trackIndex } : { trackId: document.tracks[0]?.id }),
    ...(clip?.groupId === undefined ? {} : { groupId: clip.groupId }),
    ...(clip?.effects?.[0] === undefined ? {} : { effectId: clip.effects[0].id }),
    ...{ start: time, at: time, duration: DURATION_SEC },
    ...(properties.prop && clip ? { time: Math.max(0, Math.round((playheadSec - clip.start) * 1e3) / 1e3) } : {}),
  };
  const values: Record<string, unknown> = {};
  for (const name of required) {
    // A required enumeration starts with its first value.
    const value = known[name] ?? properties[name]?.enum?.[0];
    if (value !== undefined) values[name] = value;
  }
  return values;
}
