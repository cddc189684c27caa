import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { bytesText, sinceText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Progress } from '../ui/progress.tsx';
import { Table } from '../ui/table.tsx';
import { ProjectName } from './project-name.tsx';
import { isActive, type RenderRecord } from './render-queries.ts';
import { RenderStatus } from './render-status.tsx';

/**
 * Table of renders with their progress. `ofProject`: all belong to one project, so that rows show the render id instead
 * of the project name.
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
        { head: 'State', cell: (render) => <StateCell render={render} /> },
        { head: 'Format', cell: ({ format, quality, resolution }) => `${format}, ${quality}, ${resolution}` },
        {
          head: 'Size',
          align: 'right',
          cell: ({ fileSizeBytes }) => (fileSizeBytes === null ? '' : bytesText(fileSizeBytes)),
        },
        { head: 'Begun', cell: ({ createdAt }) => sinceText(createdAt) },
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
      <Progress label={`${render.progress} % rendered`} value={render.progress} />
      <span className="w-9 text-right text-xs text-soft tabular-nums">{render.progress} %</span>
    </div>
  );
}
