import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { SelectField } from '../../ui/field.tsx';
import { amountText } from '../../ui/format.ts';
import type { MediaRecord } from '../model/media.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { replaceEverywhere, usesOf } from './media-uses.ts';

/** Dialog that replaces a file everywhere in the project, as one undo step. It is closed when `record` is null. */
export function ReplaceDialog({ record, onClose }: { record: MediaRecord | null; onClose(): void }) {
  return (
    <Dialog
      isOpen={record !== null}
      lead="Place, length, motion and look of the clips stay as they are."
      onClose={onClose}
      title={record ? `Replace ${record.name} everywhere` : ''}
    >
      {record && <ReplaceForm onClose={onClose} record={record} />}
    </Dialog>
  );
}

/** Media kinds that can replace each other. */
const IMAGES: ReadonlySet<string | null> = new Set(['video', 'image']);

function ReplaceForm({ record, onClose }: { record: MediaRecord; onClose(): void }) {
  const media = useEditor((state) => state.media);
  const document = useEditor((state) => state.document);
  const actions = useActions();
  const fitting = media.filter(
    ({ id, kind, status }) =>
      id !== record.id && status === 'READY' && (kind === record.kind || (IMAGES.has(kind) && IMAGES.has(record.kind))),
  );
  const [chosen, setChosen] = useState(fitting[0]?.id ?? '');
  const count = usesOf(document, record).length;
  const other = fitting.find(({ id }) => id === chosen);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (
          other &&
          actions.run(`Replace ${record.name} by ${other.name}`, replaceEverywhere(document, record, other.id))
        )
          onClose();
      }}
    >
      {fitting.length === 0 ? (
        <p className="text-soft">There is no other file of this kind. Upload one first.</p>
      ) : (
        <SelectField label="By" onChange={({ target }) => setChosen(target.value)} value={chosen}>
          {fitting.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <DialogActions>
        <Button onClick={onClose} tone="quiet">
          Cancel
        </Button>
        <Button disabled={!other} tone="primary" type="submit">
          Replace in {amountText(count, 'clip')}
        </Button>
      </DialogActions>
    </form>
  );
}
