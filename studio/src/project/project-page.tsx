import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { projectQuery } from '../home/project-queries.ts';
import { rendersQuery } from '../renders/render-queries.ts';
import { RenderTable } from '../renders/render-table.tsx';
import { buttonClass } from '../ui/button.tsx';
import { amountText, durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { MediaPanel } from './media-panel.tsx';
import { RenderButton } from './render-button.tsx';

/** Page of one project: its renders and the media it can use. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId' });
  const { data: project } = useSuspenseQuery(projectQuery(projectId));
  const pages = useSuspenseInfiniteQuery(rendersQuery(projectId));
  const { name, settings, durationSec, clipCount, clips } = project;
  const renders = pages.data.pages.flatMap((page) => page.renders);
  const usedSources = new Set((clips ?? []).map(({ src }) => src));
  return (
    <Page
      actions={
        <>
          <RenderButton isDisabled={clipCount === 0} projectId={projectId} size={settings} />
          <Link className={buttonClass('primary')} params={{ projectId }} to="/projects/$projectId/edit">
            <Icon name="edit" /> Edit
          </Link>
        </>
      }
      lead={`${durationText(durationSec)}, ${amountText(clipCount, 'clip')}, ${settings.width}x${settings.height} at ${settings.fps} frames a second`}
      title={name}
    >
      <div className="flex flex-col gap-6">
        <section>
          <h2 className="mb-3 font-semibold">Renders</h2>
          {renders.length === 0 ? (
            <Empty icon="layers" title="Not rendered yet" />
          ) : (
            <RenderTable ofProject renders={renders} />
          )}
          <LoadMore {...pages} />
        </section>
        <MediaPanel usedSources={usedSources} />
      </div>
    </Page>
  );
}
