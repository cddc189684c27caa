import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Poster } from '../home/poster.tsx';
import { type ProjectRecord, projectsQuery } from '../home/project-queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { bytesText, sinceText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Progress } from '../ui/indicators.tsx';
import { fileText } from '../ui/labels.ts';
import { Table } from '../ui/table.tsx';
import { isActive, type RenderRecord } from './render-queries.ts';
import { RenderStatus } from './render-status.tsx';

/**
 * Table of renders with their progress. With `ofProject`, all renders belong to one project, and the rows show the id
 * of the render instead of the thumbnail and the name of the project.
 */
export function RenderTable({ renders, ofProject = false }: { renders: readonly RenderRecord[]; ofProject?: boolean }) {
  return (
    <Table
      columns={[
        {
          head: 'Render',
          grows: true,
          cell: ({ id, projectId }) => (
            <span className="flex items-center gap-3">
              {!ofProject && <ProjectThumbnail id={projectId} />}
              <Link
                className="truncate font-medium hover:text-accent"
                params={{ renderId: id }}
                to="/renders/$renderId"
              >
                {ofProject ? <span className="font-mono text-[13px]">{id}</span> : <ProjectName id={projectId} />}
              </Link>
            </span>
          ),
        },
        { head: 'Status', cell: (render) => <StateCell render={render} /> },
        { head: 'Format', cell: (render) => fileText(render) },
        {
          head: 'Size',
          align: 'right',
          cell: ({ fileSizeBytes }) => (fileSizeBytes === null ? '' : bytesText(fileSizeBytes)),
        },
        { head: 'Started', cell: ({ createdAt }) => sinceText(createdAt) },
        {
          head: '',
          cell: ({ url }) =>
            url && (
              <a aria-label="Download" className={buttonClass('quiet', 'small')} download href={url} title="Download">
                <Icon name="download" />
              </a>
            ),
        },
      ]}
      keyOf={({ id }) => id}
      label="Renders"
      rows={renders}
    />
  );
}

function StateCell({ render }: { render: RenderRecord }) {
  if (!isActive(render)) return <RenderStatus status={render.status} />;
  return (
    <div className="flex w-44 items-center gap-2.5">
      <RenderStatus status={render.status} />
      <Progress label={`${render.progress}% rendered`} value={render.progress} />
      <span className="w-9 text-right text-xs text-soft tabular-nums">{render.progress}%</span>
    </div>
  );
}

/** Returns a project from the cached project list; null when it was deleted or is not in the pages loaded so far. */
function useListedProject(id: string): ProjectRecord | null {
  const { data } = useInfiniteQuery(projectsQuery);
  return data?.pages.flatMap(({ projects }) => projects).find((project) => project.id === id) ?? null;
}

/** Name of a project; its id when it is not in the cached project list. */
export function ProjectName({ id }: { id: string }) {
  return <>{useListedProject(id)?.name ?? id}</>;
}

/** Small thumbnail of a project, for rows of tables. */
export function ProjectThumbnail({ id }: { id: string }) {
  return (
    <span className="w-16 shrink-0">
      <Poster isSmall project={useListedProject(id)} />
    </span>
  );
}
