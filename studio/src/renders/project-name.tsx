import { useInfiniteQuery } from '@tanstack/react-query';
import { projectsQuery } from '../home/project-queries.ts';

/**
 * Name of a project, looked up in the cached project list. Shows the id when the project was deleted or is not in the
 * pages loaded so far.
 */
export function ProjectName({ id }: { id: string }) {
  const { data } = useInfiniteQuery(projectsQuery);
  const found = data?.pages.flatMap(({ projects }) => projects).find((project) => project.id === id);
  return <>{found?.name ?? id}</>;
}
