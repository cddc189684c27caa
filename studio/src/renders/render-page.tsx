import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { startRender } from '../client/start-render.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts } from '../ui/facts.tsx';
import { bytesText, countText, durationText, momentText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import { FailureCard } from './failure-card.tsx';
import { ProjectName } from './project-name.tsx';
import { isActive, type RenderRecord, renderMapQuery, renderQuery } from './render-queries.ts';
import { RenderStatus } from './render-status.tsx';
import { SegmentMap } from './segment-map.tsx';

/** One render: how far it is, what it is made of, the film. */
export function RenderPage() {
  const { renderId } = useParams({ from: '/shell/renders/$renderId' });
  const { data: render } = useSuspenseQuery(renderQuery(renderId));
  const { data: map } = useSuspenseQuery(renderMapQuery(renderId));
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
        {render.status === 'COMPLETED' && render.url && <Film render={render} url={render.url} />}
        <Card actions={<RenderStatus status={render.status} />} title={stageText(render)}>
          {isActive(render) && (
            <div className="mb-4">
              <Progress label="Rendered" value={render.progress} />
              <p className="mt-2 text-[13px] text-soft tabular-nums">
                {countText(render.frames.done)} of {countText(render.frames.total)} frames
                {render.etaSec !== null && `, about ${durationText(render.etaSec)} left`}
                {render.waitingFor && `. It waits: ${render.waitingFor}`}
              </p>
            </div>
          )}
          <SegmentMap segments={map.segments} />
        </Card>
        <FailureCard map={map} render={render} />
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

function Film({ render: { format }, url }: { render: RenderRecord; url: string }) {
  return (
    <Card>
      {format === 'gif' ? (
        <img alt="The rendered film" className="mx-auto max-h-105 rounded-lg" src={url} />
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: its captions are part of the picture
        <video
          className="mx-auto max-h-105 w-full rounded-lg bg-black"
          controls
          playsInline
          preload="metadata"
          src={`${url}#t=0.5`}
        />
      )}
      <div className="mt-4">
        <Copyable label="Link" text={url} />
        <p className="mt-1.5 text-[13px] text-faint">Whoever has this link can watch the film.</p>
      </div>
    </Card>
  );
}

function RenderActions({ render }: { render: RenderRecord }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, projectId, format, quality, resolution, url } = render;
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/renders/{id}/cancel', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['renders'] }),
  });
  const again = useMutation({
    mutationFn: () => startRender({ projectId, resolution, format: format as 'mp4', quality: quality as 'standard' }),
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

function stageText({ status, stage, queuePosition }: RenderRecord): string {
  if (status === 'PENDING' && queuePosition !== null) return `Waiting, ${queuePosition}. in the queue`;
  return { COMPLETED: 'Rendered', FAILED: 'Failed', CANCELLED: 'Cancelled' }[status as 'FAILED'] ?? `Now: ${stage}`;
}
