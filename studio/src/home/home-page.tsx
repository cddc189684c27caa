import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../ui/button.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { NewProjectButton } from './new-project-button.tsx';
import { ProjectCard } from './project-card.tsx';
import { projectsQuery } from './project-queries.ts';

/** The first page: all projects, and the ways to begin one. */
export function HomePage() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(projectsQuery);
  const projects = data.pages.flatMap((page) => page.projects);
  return (
    <Page actions={<NewProjectButton />} title="Projects">
      {projects.length === 0 ? (
        <Empty action={<NewProjectButton />} icon="film" title="No projects yet">
          A project is a video as data: clips on a timeline, changed by commands.
        </Empty>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-5">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </Page>
  );
}
