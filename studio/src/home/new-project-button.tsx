import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { Button } from '../ui/button.tsx';

/**
 * Button that creates an empty project and opens it in the editor. Without `workspaceId` the project is in no
 * workspace.
 */
export function NewProjectButton({ workspaceId }: { workspaceId?: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: () =>
      answerOf(api.POST('/v1/projects', { body: { name: 'Untitled', ...(workspaceId ? { workspaceId } : {}) } })),
    async onSuccess({ project }) {
      void client.invalidateQueries({ queryKey: ['projects'] });
      await navigate({ to: '/projects/$projectId/edit', params: { projectId: project.id } });
    },
  });
  return (
    <Button icon="add" isBusy={create.isPending} onClick={() => create.mutate()} tone="primary">
      New project
    </Button>
  );
}
