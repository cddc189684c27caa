import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import type { WorkspaceRecord } from './workspace-queries.ts';

interface NameDialogProps {
  isOpen: boolean;
  onClose(): void;
  /** Workspace to rename; null creates a new one. */
  workspace: Pick<WorkspaceRecord, 'id' | 'name'> | null;
}

/** Dialog that asks for a workspace's name, to create or rename it. */
export function NameDialog({ isOpen, onClose, workspace }: NameDialogProps) {
  const before = workspace?.name ?? '';
  const [name, setName] = useState(before);
  const client = useQueryClient();
  useEffect(() => {
    if (isOpen) setName(before);
  }, [isOpen, before]);
  const save = useMutation({
    mutationFn: () =>
      workspace
        ? answerOf(api.PATCH('/v1/workspaces/{id}', { params: { path: { id: workspace.id } }, body: { name } }))
        : answerOf(api.POST('/v1/workspaces', { body: { name } })),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['workspaces'] });
      onClose();
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={workspace ? 'Rename the workspace' : 'New workspace'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          autoFocus
          label="Name"
          maxLength={200}
          onChange={({ target }) => setName(target.value)}
          pattern=".*\S.*"
          required
          value={name}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button isBusy={save.isPending} tone="primary" type="submit">
            {workspace ? 'Rename' : 'Make it'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
