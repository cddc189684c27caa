import { useInfiniteQuery } from '@tanstack/react-query';
import { projectsQuery } from '../home/project-queries.ts';

/** The name of a project, from the list of all; its id when it is gone, or further down that list. */
export function ProjectName({ id }: { id: string }) {
  const { data } = useInfiniteQuery(projectsQuery);
  const found = data?.pages.flatMap(({ projects }) => projects).find((project) => project.id === id);
  return <>{found?.name ?? id}</>;
}
