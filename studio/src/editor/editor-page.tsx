import { useParams, useSearch } from '@tanstack/react-router';
import { useAccount } from '../session/session.ts';
import { ProjectEditor } from './project-editor.tsx';

export { preloadProject } from './project-editor.tsx';

/** Editor page of one project. It is shown without the application's `Shell`. */
export function EditorPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/edit' });
  const { id } = useAccount();
  const opening = useSearch({ from: '/projects/$projectId/edit' });
  return <ProjectEditor opening={opening} ownerId={id} projectId={projectId} />;
}
