import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import type { ProjectRecord } from '../home/project-queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { LoadMore } from '../ui/table.tsx';
import { workspacesQuery } from './workspace-queries.ts';

interface MoveDialogProps {
  isOpen: boolean;
  onClose(): void;
  project: ProjectRecord;
}

/** Dialog that moves a project to another workspace, or to none. */
export function MoveDialog({ isOpen, onClose, project: { id, name, workspaceId } }: MoveDialogProps) {
  const pages = useInfiniteQuery({ ...workspacesQuery, enabled: isOpen });
  const workspaces = pages.data?.pages.flatMap((page) => page.workspaces) ?? [];
  const [chosen, setChosen] = useState(workspaceId ?? '');
  const client = useQueryClient();
  useEffect(() => {
    if (isOpen) setChosen(workspaceId ?? '');
  }, [isOpen, workspaceId]);
  const move = useMutation({
    mutationFn: () =>
      answerOf(
        api.PUT('/v1/projects/{id}/workspace', {
          params: { path: { id } },
          body: { workspaceId: chosen === '' ? null : chosen },
        }),
      ),
    async onSuccess() {
      await Promise.all([
        client.invalidateQueries({ queryKey: ['projects'] }),
        client.invalidateQueries({ queryKey: ['workspaces'] }),
      ]);
      onClose();
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Move ${name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          move.mutate();
        }}
      >
        <SelectField label="Workspace" onChange={({ target }) => setChosen(target.value)} value={chosen}>
          <option value="">None</option>
          {workspaces.map((workspace) => (
            <option key={workspace.id} value={workspace.id}>
              {workspace.name}
            </option>
          ))}
        </SelectField>
        <LoadMore {...pages} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={chosen === (workspaceId ?? '')} isBusy={move.isPending} tone="primary" type="submit">
            Move
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
