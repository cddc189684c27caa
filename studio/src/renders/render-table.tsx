import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectsQuery } from '../home/project-queries.ts';
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
 * of the render instead of the name of the project.
 */
export function RenderTable({ renders, ofProject = false }: { renders: readonly RenderRecord[]; ofProject?: boolean }) {
  return (
    <Table
      columns={[
        {
          head: 'Render',
          grows: true,
          cell: ({ id, projectId }) => (
            <Link className="font-medium hover:text-accent" params={{ renderId: id }} to="/renders/$renderId">
              {ofProject ? <span className="font-mono text-[13px]">{id}</span> : <ProjectName id={projectId} />}
            </Link>
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
              <a className={buttonClass('quiet', 'small')} download href={url}>
                <Icon name="download" /> Download
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

/**
 * Name of a project, looked up in the cached project list. Shows the id when the project was deleted or is not in the
 * pages loaded so far.
 */
export function ProjectName({ id }: { id: string }) {
  const { data } = useInfiniteQuery(projectsQuery);
  const found = data?.pages.flatMap(({ projects }) => projects).find((project) => project.id === id);
  return <>{found?.name ?? id}</>;
}
