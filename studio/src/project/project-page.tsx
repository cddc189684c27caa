import { useInfiniteQuery, useQuery, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { projectQuery, variablesQuery } from '../home/project-queries.ts';
import { RenderForm } from '../renders/render-form.tsx';
import { rendersQuery } from '../renders/render-queries.ts';
import { RenderTable } from '../renders/render-table.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { amountText, durationText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Waiting } from '../ui/indicators.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { MediaPanel } from './media-panel.tsx';
import { mediaQuery } from './uploads.ts';

/** Page of one project: its renders and the media it can use. */
export function ProjectPage() {
  const { projectId } = useParams({ from: '/shell/projects/$projectId' });
  const { data: project } = useSuspenseQuery(projectQuery(projectId));
  const pages = useSuspenseInfiniteQuery(rendersQuery(projectId));
  const { name, settings, durationSec, clipCount, clips } = project;
  const { width, height, fps } = settings;
  const renders = pages.data.pages.flatMap((page) => page.renders);
  const usedSources = new Set((clips ?? []).map(({ src }) => src));
  return (
    <Page
      actions={
        <>
          <RenderButton isDisabled={clipCount === 0} projectId={projectId} size={settings} />
          <Link className={buttonClass('primary')} params={{ projectId }} to="/projects/$projectId/edit">
            {/* On a phone, the editor is a player with comments and captions. */}
            <span className="inline-flex items-center gap-1.5 max-[599px]:hidden">
              <Icon name="edit" /> Edit
            </span>
            <span className="inline-flex items-center gap-1.5 min-[600px]:hidden">
              <Icon name="play" /> Watch
            </span>
          </Link>
        </>
      }
      lead={[durationText(durationSec), amountText(clipCount, 'clip'), `${width} × ${height}`, `${fps} fps`].join(', ')}
      title={name}
    >
      <div className="flex flex-col gap-6">
        <section>
          <h2 className="mb-3 font-semibold">Renders</h2>
          {renders.length === 0 ? (
            <Empty icon="layers" title="No renders yet" />
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

interface RenderButtonProps {
  projectId: string;
  /** Size of the project's canvas, in pixels. */
  size: { width: number; height: number };
  isDisabled: boolean;
}

/** Button that opens a dialog for the render options. Starting the render opens the render's page. */
export function RenderButton({ projectId, size, isDisabled }: RenderButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  const { data: variables } = useQuery({ ...variablesQuery(projectId), enabled: isOpen });
  const pages = useInfiniteQuery({ ...mediaQuery, enabled: isOpen });
  return (
    <>
      <Button disabled={isDisabled} icon="film" onClick={() => setIsOpen(true)}>
        Render
      </Button>
      <Dialog
        isOpen={isOpen}
        lead="Renders the current version. Unchanged parts are reused."
        onClose={() => setIsOpen(false)}
        title="Render"
      >
        {!variables && <Waiting />}
        {variables && (
          <RenderForm
            action="Start render"
            onCancel={() => setIsOpen(false)}
            onStarted={(renderId) => navigate({ to: '/renders/$renderId', params: { renderId } })}
            media={pages.data?.pages.flatMap((page) => page.media) ?? []}
            mediaPages={pages}
            projectId={projectId}
            size={size}
            variables={variables}
          />
        )}
      </Dialog>
    </>
  );
}
