import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { firstValues } from './first-values.ts';
import { type CommandEntry, commandEntry } from './registry.ts';
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
        {Object.keys(entry.params.properties ?? {}).length === 0 && <p className="text-soft">It takes no settings.</p>}
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
