import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { NewProjectButton } from '../home/new-project-button.tsx';
import { ProjectCard } from '../home/project-card.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';
import { workspaceProjectsQuery, workspaceQuery } from './workspace-queries.ts';

/** Page of one workspace with its projects. */
export function WorkspacePage() {
  const { workspaceId } = useParams({ from: '/shell/workspaces/$workspaceId' });
  const { data: workspace } = useSuspenseQuery(workspaceQuery(workspaceId));
  const pages = useSuspenseInfiniteQuery(workspaceProjectsQuery(workspaceId));
  const navigate = useNavigate();
  const projects = pages.data.pages.flatMap((page) => page.projects);
  return (
    <Page
      actions={
        <>
          <WorkspaceMenu onDeleted={() => void navigate({ to: '/workspaces' })} workspace={workspace} />
          <NewProjectButton workspaceId={workspaceId} />
        </>
      }
      lead={
        <Link className="hover:text-accent" to="/workspaces">
          Workspaces
        </Link>
      }
      title={workspace.name}
    >
      {projects.length === 0 ? (
        <Empty icon="folder" title="No projects in this workspace">
          Create a project here, or move one here from its menu.
        </Empty>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] gap-x-5 gap-y-6">
          {projects.map((project) => (
            <ProjectCard key={project.id} project={project} />
          ))}
        </ul>
      )}
      <LoadMore {...pages} />
    </Page>
  );
}
