import { useParams } from '@tanstack/react-router';

/** The editor of one project, without the application's frame around it. */
export function EditorPage() {
  const { projectId } = useParams({ from: '/projects/$projectId/edit' });
  return <main className="p-6">{projectId}</main>;
}
