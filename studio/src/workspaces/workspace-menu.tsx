import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { NameDialog } from './name-dialog.tsx';
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
      <Menu trigger={<IconButton icon="more" label={`More about ${name}`} size="small" />}>
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
        Its projects stay, in no workspace.
      </Confirm>
    </>
  );
}
