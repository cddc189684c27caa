import { useMutation, useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { projectsQuery } from '../home/project-queries.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { bytesText, durationText, momentText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Badge, type BadgeTone } from '../ui/indicators.tsx';
import { fileText, statusLabel } from '../ui/labels.ts';
import { Card, Facts, Page } from '../ui/page.tsx';
import { FailureCard } from './failure-card.tsx';
import { startAgain } from './render-choice.ts';
import { RenderOutputs } from './render-outputs.tsx';
import { isActive, type RenderRecord, renderMapQuery, renderQuery } from './render-queries.ts';
import { RenderReportCard } from './render-report.tsx';
import { RenderProgress, RenderStatus, stageText } from './render-status.tsx';
import { hasFilm, RenderedFilm } from './rendered-film.tsx';
import { SegmentMap } from './segment-map.tsx';

/** Page of one render, with the name of its project: the video, progress, segments, files, failures and report. */
export function RenderPage() {
  const { renderId } = useParams({ from: '/shell/renders/$renderId' });
  const { data: render } = useSuspenseQuery(renderQuery(renderId));
  const { data: map } = useSuspenseQuery(renderMapQuery(renderId));
  const { projectId } = render;
  const { data: projects } = useSuspenseInfiniteQuery(projectsQuery);
  const project = projects.pages.flatMap((page) => page.projects).find(({ id }) => id === projectId);
  const film = useRef<HTMLDivElement>(null);
  return (
    <Page
      actions={<RenderActions render={render} />}
      lead={
        <>
          Render, started {momentText(render.createdAt)} ·{' '}
          <Link className="underline hover:text-accent" params={{ projectId }} to="/projects/$projectId">
            Open project
          </Link>
        </>
      }
      title={project?.name || 'Render'}
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
        <Card title="Details">
          <Facts
            rows={[
              [
                'Render ID',
                <span className="font-mono text-[13px]" key="id">
                  {render.id}
                </span>,
              ],
              ['Format', fileText(render)],
              ['Duration', render.durationSec === null ? 'Not known yet' : durationText(render.durationSec)],
              ['Segments', `${render.totalSegments} (${render.reusedSegments} reused)`],
              ['File size', render.fileSizeBytes === null ? 'Not known yet' : bytesText(render.fileSizeBytes)],
              ['Started', momentText(render.createdAt)],
              ['Finished', render.completedAt === null ? 'Not yet' : momentText(render.completedAt)],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

/**
 * Pauses the player inside the element `film` and seeks it to `sec` seconds. Does nothing when `film` contains no video
 * or audio element.
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
        <>
          <DeleteButton id={id} />
          <Button icon="refresh" isBusy={again.isPending} onClick={() => again.mutate()}>
            {render.status === 'COMPLETED' ? 'Render again' : 'Try again'}
          </Button>
        </>
      )}
      {url && (
        <a className={buttonClass('primary')} download href={url}>
          <Icon name="download" /> Download
        </a>
      )}
    </>
  );
}

/** Button that deletes an ended render after a confirmation, and then opens the list of renders. */
function DeleteButton({ id }: Pick<RenderRecord, 'id'>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useMutation({
    mutationFn: () => answerOf(api.DELETE('/v1/renders/{id}', { params: { path: { id } } })),
    async onSuccess() {
      await navigate({ to: '/renders' });
      client.removeQueries({ queryKey: ['renders', id] });
      void client.invalidateQueries({ queryKey: ['renders', 'list'] });
    },
  });
  return (
    <>
      <Button icon="trash" onClick={() => setIsAsked(true)} tone="danger">
        Delete
      </Button>
      <Confirm
        action="Delete"
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutateAsync()}
        title="Delete render?"
      >
        Its files are deleted, and links to them stop working. Deliveries in progress stop. This cannot be undone.
      </Confirm>
    </>
  );
}

type Delivery = NonNullable<RenderRecord['deliveries']>[number];

const tones: Partial<Record<Delivery['status'], BadgeTone>> = { DELIVERED: 'good', FAILED: 'bad' };

/**
 * Card of the deliveries of a render's files to its destination. Renders nothing for a render without a destination.
 */
export function RenderDeliveries({ render: { id, deliveries } }: { render: Pick<RenderRecord, 'id' | 'deliveries'> }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/renders/{id}/deliveries/retry', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['renders'] }),
  });
  if (!deliveries) return null;
  const isStuck = deliveries.some(
    ({ status, attempts }) => status === 'FAILED' || (status === 'PENDING' && attempts > 0),
  );
  return (
    <Card
      actions={
        isStuck && (
          <Button icon="send" isBusy={again.isPending} onClick={() => again.mutate()}>
            Retry delivery
          </Button>
        )
      }
      title="Delivery"
    >
      <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line">
        {deliveries.map(({ output, status, url, error, nextTryAt, sentBytes = 0, sizeBytes = null }) => (
          <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0" key={output}>
            <div className="min-w-0 grow">
              <p className="font-mono text-[13px] break-all">{url ?? `File ${output + 1}`}</p>
              {sizeBytes !== null && status !== 'DELIVERED' && (
                <p className="text-[13px] text-soft">
                  {bytesText(sentBytes)} of {bytesText(sizeBytes)} sent
                </p>
              )}
              {error !== null && <p className="text-[13px] text-bad">{error}</p>}
              {error !== null && nextTryAt !== null && (
                <p className="text-[13px] text-soft">Next attempt {momentText(nextTryAt)}</p>
              )}
            </div>
            <Badge tone={tones[status] ?? 'neutral'}>{statusLabel(status)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
