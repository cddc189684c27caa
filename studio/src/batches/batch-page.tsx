import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { ProjectName } from '../renders/project-name.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Facts } from '../ui/facts.tsx';
import { countText, momentText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Card, Page } from '../ui/page.tsx';
import { Progress } from '../ui/progress.tsx';
import { BatchItems } from './batch-items.tsx';
import { type BatchRecord, batchQuery } from './batch-queries.ts';
import { BatchStatus } from './batch-status.tsx';
import { sharedText } from './batches-page.tsx';

/** Page of one batch: its progress, its share of reused segments, its actions and its items. */
export function BatchPage() {
  const { batchId } = useParams({ from: '/shell/batches/$batchId' });
  const { data: batch } = useSuspenseQuery(batchQuery(batchId));
  const { counts, total, frames, segments } = batch;
  const outputs = batch.outputs ?? [batch];
  return (
    <Page
      actions={<BatchActions batch={batch} />}
      lead={
        <Link className="hover:text-accent" params={{ projectId: batch.projectId }} to="/projects/$projectId">
          <ProjectName id={batch.projectId} />
        </Link>
      }
      title={batch.name || 'Batch'}
    >
      <div className="flex flex-col gap-5">
        <Card
          actions={<BatchStatus batch={batch} />}
          title={`${countText(counts.completed)} of ${countText(total)} ready`}
        >
          <Progress label="Rendered" tone={batch.status === 'COMPLETED' ? 'good' : 'accent'} value={batch.progress} />
          <p className="mt-3 text-[13px] text-soft tabular-nums">{countsText(batch)}</p>
          {batch.waitingFor && <p className="mt-2 text-[13px] text-warn">It waits: {batch.waitingFor}</p>}
        </Card>
        <BatchItems batch={batch} />
        <Card title="Facts">
          <Facts
            rows={[
              [
                'Batch',
                <span className="font-mono text-[13px]" key="id">
                  {batch.id}
                </span>,
              ],
              [
                'Files of each',
                outputs
                  .map(({ format, quality, resolution }) => `${format}, ${quality}, ${resolution} size`)
                  .join('; '),
              ],
              ['Frames', `${countText(frames.total)}, of them ${countText(frames.rendered)} rendered`],
              [
                'Segments shared',
                segments.total === 0 ? 'not known yet' : `${sharedText(segments)} of ${countText(segments.total)}`,
              ],
              ['Begun', momentText(batch.createdAt)],
              ['Ended', batch.completedAt === null ? 'not yet' : momentText(batch.completedAt)],
            ]}
          />
        </Card>
      </div>
    </Page>
  );
}

function BatchActions({ batch: { id, status, counts } }: { batch: BatchRecord }) {
  const client = useQueryClient();
  const params = { path: { id } };
  const onSuccess = () => client.invalidateQueries({ queryKey: ['batches'] });
  const cancel = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/batches/{id}/cancel', { params })),
    onSuccess,
  });
  const retry = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/batches/{id}/retry', { params })),
    onSuccess,
  });
  const lost = counts.failed + counts.cancelled;
  return (
    <>
      {status === 'PROCESSING' && (
        <Button icon="close" isBusy={cancel.isPending} onClick={() => cancel.mutate()} tone="danger">
          Cancel
        </Button>
      )}
      {lost > 0 && (
        <Button icon="refresh" isBusy={retry.isPending} onClick={() => retry.mutate()}>
          Try {countText(lost)} again
        </Button>
      )}
      <a className={buttonClass('plain')} download href={`/api/studio/batches/${id}/manifest?format=csv`}>
        <Icon name="list" /> Manifest
      </a>
      {counts.completed > 0 && (
        <a className={buttonClass('primary')} download href={`/api/studio/batches/${id}/archive`}>
          <Icon name="download" /> All files
        </a>
      )}
    </>
  );
}

function countsText({ counts }: BatchRecord): string {
  const named = [
    ['rendering', counts.processing + counts.pending],
    ['queued', counts.queued],
    ['failed', counts.failed],
    ['cancelled', counts.cancelled],
  ] as const;
  const there = named.flatMap(([name, count]) => (count > 0 ? [`${countText(count)} ${name}`] : []));
  return there.length > 0 ? there.join(', ') : 'Nothing is left to do.';
}
