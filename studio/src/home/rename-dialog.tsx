import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import type { ProjectRecord } from './project-queries.ts';

interface RenameDialogProps {
  isOpen: boolean;
  onClose(): void;
  project: Pick<ProjectRecord, 'id' | 'name'>;
}

/** Dialog that renames a project. */
export function RenameDialog({ isOpen, onClose, project: { id, name } }: RenameDialogProps) {
  const [wanted, setWanted] = useState(name);
  const client = useQueryClient();
  const rename = useMutation({
    mutationFn: () => answerOf(api.PATCH('/v1/projects/{id}', { params: { path: { id } }, body: { name: wanted } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['projects'] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate();
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Rename the project">
      <form onSubmit={submit}>
        <TextField
          autoFocus
          label="Name"
          maxLength={200}
          onChange={(event) => setWanted(event.target.value)}
          required
          value={wanted}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={rename.isPending} tone="primary" type="submit">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
