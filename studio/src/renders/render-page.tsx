import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { bytesText, durationText, momentText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Card, Page } from '../ui/page.tsx';
import { FailureCard } from './failure-card.tsx';
import { ProjectName } from './project-name.tsx';
import { RenderDeliveries } from './render-deliveries.tsx';
import { RenderOutputs } from './render-outputs.tsx';
import { RenderProgress, stageText } from './render-progress.tsx';
import { isActive, type RenderRecord, renderMapQuery, renderQuery } from './render-queries.ts';
import { RenderReportCard } from './render-report.tsx';
import { RenderStatus } from './render-status.tsx';
import { hasFilm, RenderedFilm } from './rendered-film.tsx';
import { SegmentMap } from './segment-map.tsx';
import { startAgain } from './start-render.ts';

/** Page of one render: its progress, segments, files, failures, quality report and the video. */
export function RenderPage() {
  const { renderId } = useParams({ from: '/shell/renders/$renderId' });
  const { data: render } = useSuspenseQuery(renderQuery(renderId));
  const { data: map } = useSuspenseQuery(renderMapQuery(renderId));
  const film = useRef<HTMLDivElement>(null);
  return (
    <Page
      actions={<RenderActions render={render} />}
      lead={
        <Link className="hover:text-accent" params={{ projectId: render.projectId }} to="/projects/$projectId">
          <ProjectName id={render.projectId} />
        </Link>
      }
      title="Render"
    >
      <div className="flex flex-col gap-5">
        {hasFilm(render) && (
          <Card>
            <div ref={film}>
              <RenderedFilm render={render} />
            </div>
          </Card>
        )}
        <Card actions={<RenderStatus status={render.status} />} title={stageText(render)}>
          <RenderProgress render={render} />
          <SegmentMap segments={map.segments} />
        </Card>
        {render.outputs && (
          <Card title="Files">
            <RenderOutputs render={render} />
          </Card>
        )}
        <RenderDeliveries render={render} />
        <FailureCard map={map} render={render} />
        <RenderReportCard playAt={(sec) => playAt(film.current, sec)} render={render} />
        <Card title="Facts">
          <Facts
            rows={[
              [
                'Render',
                <span className="font-mono text-[13px]" key="id">
                  {render.id}
                </span>,
              ],
              ['Format', `${render.format}, ${render.quality} quality, ${render.resolution} size`],
              ['Length', render.durationSec === null ? 'not known yet' : durationText(render.durationSec)],
              ['Segments', `${render.totalSegments}, of them ${render.reusedSegments} reused`],
              ['File', render.fileSizeBytes === null ? 'none yet' : bytesText(render.fileSizeBytes)],
              ['Begun', momentText(render.createdAt)],
              ['Ended', render.completedAt === null ? 'not yet' : momentText(render.completedAt)],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

/**
 * Pauses the player inside `film` and seeks it to `sec` seconds. Does nothing when `film` contains no video or audio
 * element.
 */
function playAt(film: HTMLElement | null, sec: number): void {
  const player = film?.querySelector<HTMLMediaElement>('video, audio');
  if (!player) return;
  player.pause();
  player.currentTime = sec;
  player.scrollIntoView({ block: 'nearest' });
}

function RenderActions({ render }: { render: RenderRecord }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, url } = render;
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/renders/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['renders'] }),
  });
  const again = useMutation({
    mutationFn: () => startAgain(render),
    onSuccess: ({ id: renderId }) => navigate({ to: '/renders/$renderId', params: { renderId } }),
  });
  return (
    <>
      {isActive(render) ? (
        <Button icon="close" isBusy={cancel.isPending} onClick={() => cancel.mutate()} tone="danger">
          Cancel
        </Button>
      ) : (
        <Button icon="refresh" isBusy={again.isPending} onClick={() => again.mutate()}>
          {render.status === 'COMPLETED' ? 'Render again' : 'Try again'}
        </Button>
      )}
      {url && (
        <a className={buttonClass('primary')} download href={url}>
          <Icon name="download" /> Download
        </a>
      )}
    </>
  );
}
