import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm, Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { durationText, sinceText } from '../ui/format.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { notify } from '../ui/toast.tsx';
import { MoveDialog } from '../workspaces/move-dialog.tsx';
import { Poster } from './poster.tsx';
import type { ProjectRecord } from './project-queries.ts';

/** Card of a project with its thumbnail and a menu. The thumbnail links to the editor. */
export function ProjectCard({ project }: { project: ProjectRecord }) {
  const { id, name, updatedAt, durationSec, clipCount } = project;
  const [asks, setAsks] = useState<'rename' | 'move' | 'delete' | null>(null);
  const client = useQueryClient();
  const navigate = useNavigate();
  const refresh = () => client.invalidateQueries({ queryKey: ['projects'] });
  const duplicate = useMutation({
    mutationFn: () => duplicateProject(id),
    async onSuccess() {
      await refresh();
      notify.good(`${name} duplicated`);
    },
  });
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/projects/{id}', { params: { path: { id } } })),
    onSuccess: refresh,
  });
  return (
    <li className="group relative">
      <Link
        aria-label={`Edit ${name}`}
        className="block rounded-xl"
        params={{ projectId: id }}
        to="/projects/$projectId/edit"
      >
        <Poster project={project} />
      </Link>
      <div className="mt-2 flex items-start gap-1">
        <div className="min-w-0 grow">
          <p className="truncate text-left font-medium" dir="auto" title={name}>
            {name}
          </p>
          <p className="truncate text-[13px] text-soft">
            {clipCount === 0 ? 'Empty' : durationText(durationSec)} · {sinceText(updatedAt)}
          </p>
        </div>
        <Menu trigger={<IconButton icon="more" label={`More actions for ${name}`} size="small" />}>
          <MenuItem icon="layers" onClick={() => navigate({ to: '/projects/$projectId', params: { projectId: id } })}>
            Media and renders
          </MenuItem>
          <MenuItem icon="edit" onClick={() => setAsks('rename')}>
            Rename
          </MenuItem>
          <MenuItem icon="folder" onClick={() => setAsks('move')}>
            Move to workspace
          </MenuItem>
          <MenuItem icon="copy" isDisabled={duplicate.isPending} onClick={() => duplicate.mutate()}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon="trash" isDanger onClick={() => setAsks('delete')}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <RenameDialog isOpen={asks === 'rename'} onClose={() => setAsks(null)} project={project} />
      <MoveDialog isOpen={asks === 'move'} onClose={() => setAsks(null)} project={project} />
      <Confirm
        action="Delete"
        isOpen={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutateAsync()}
        title={`Delete ${name}?`}
      >
        This cannot be undone. Its renders and media are kept.
      </Confirm>
    </li>
  );
}

interface RenameDialogProps {
  isOpen: boolean;
  onClose(): void;
  project: Pick<ProjectRecord, 'id' | 'name'>;
}

/** Dialog that renames a project. */
function RenameDialog({ isOpen, onClose, project: { id, name } }: RenameDialogProps) {
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
    <Dialog isOpen={isOpen} onClose={onClose} title="Rename project">
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

/** Duplicates a project. The service names the copy. */
function duplicateProject(id: string) {
  return answerOf(api.POST('/api/studio/projects/{id}/duplicate', { params: { path: { id } } }));
}
