import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm, Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import type { WorkspaceRecord } from './workspace-queries.ts';

interface WorkspaceMenuProps {
  workspace: WorkspaceRecord;
  /** Called after the workspace was deleted. */
  onDeleted?(): void;
}

/** Menu of a workspace: rename and delete. */
export function WorkspaceMenu({ workspace: { id, name }, onDeleted }: WorkspaceMenuProps) {
  const [asks, setAsks] = useState<'rename' | 'delete' | null>(null);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/workspaces/{id}', { params: { path: { id } } })),
    async onSuccess() {
      onDeleted?.();
      await Promise.all([
        client.invalidateQueries({ queryKey: ['workspaces'], exact: true }),
        client.invalidateQueries({ queryKey: ['projects'] }),
      ]);
    },
  });
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={`More actions for ${name}`} size="small" />}>
        <MenuItem icon="edit" onClick={() => setAsks('rename')}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon="trash" isDanger onClick={() => setAsks('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <NameDialog isOpen={asks === 'rename'} onClose={() => setAsks(null)} workspace={{ id, name }} />
      <Confirm
        action="Delete"
        isOpen={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutateAsync()}
        title={`Delete ${name}?`}
      >
        Its projects are kept, outside any workspace.
      </Confirm>
    </>
  );
}

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
    <Dialog isOpen={isOpen} onClose={onClose} title={workspace ? 'Rename workspace' : 'New workspace'}>
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
            {workspace ? 'Rename' : 'Create'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
