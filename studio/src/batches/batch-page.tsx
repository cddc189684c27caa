import { useInfiniteQuery, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../client/api.ts';
import { answerOf } from '../client/api-error.ts';
import { ProjectName } from '../renders/render-table.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { amountText, bytesText, countText, momentText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { Progress, Waiting } from '../ui/indicators.tsx';
import { fileText } from '../ui/labels.ts';
import { Card, Facts, Page } from '../ui/page.tsx';
import { LoadMore, Table } from '../ui/table.tsx';
import {
  type BatchItem,
  type BatchRecord,
  batchItemsQuery,
  batchQuery,
  type ItemStatus as Status,
} from './batch-queries.ts';
import { BatchStatus, ITEM_STATES, ItemStatus } from './batch-status.tsx';
import { sharedText } from './batches-page.tsx';
import { titleOfItem, valuesText } from './item-text.ts';

/**
 * Page of one batch: its progress, its actions, its items, and the percentage of segments reused from other renders.
 */
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
          title={`${countText(counts.completed)} of ${countText(total)} completed`}
        >
          <Progress label="Rendered" tone={batch.status === 'COMPLETED' ? 'good' : 'accent'} value={batch.progress} />
          <p className="mt-3 text-[13px] text-soft tabular-nums">{countsText(batch)}</p>
          {batch.waitingFor && <p className="mt-2 text-[13px] text-warn">Waiting: {batch.waitingFor}</p>}
        </Card>
        <BatchItems batch={batch} />
        <Card title="Details">
          <Facts
            rows={[
              [
                'Batch ID',
                <span className="font-mono text-[13px]" key="id">
                  {batch.id}
                </span>,
              ],
              ['Files per video', outputs.map(fileText).join('; ')],
              ['Frames', `${countText(frames.total)} (${countText(frames.rendered)} rendered)`],
              [
                'Reused segments',
                segments.total === 0 ? 'Not known yet' : `${sharedText(segments)} of ${countText(segments.total)}`,
              ],
              ['Started', momentText(batch.createdAt)],
              ['Finished', batch.completedAt === null ? 'Not yet' : momentText(batch.completedAt)],
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
          Retry {amountText(lost, 'video')}
        </Button>
      )}
      <a className={buttonClass('plain')} download href={`/api/studio/batches/${id}/manifest?format=csv`}>
        <Icon name="list" /> Manifest
      </a>
      {counts.completed > 0 && (
        <a className={buttonClass('primary')} download href={`/api/studio/batches/${id}/archive`}>
          <Icon name="download" /> Download all
        </a>
      )}
    </>
  );
}

function countsText({ counts }: BatchRecord): string {
  const named = [
    ['processing', counts.processing + counts.pending],
    ['not started', counts.queued],
    ['failed', counts.failed],
    ['cancelled', counts.cancelled],
  ] as const;
  const there = named.flatMap(([name, count]) => (count > 0 ? [`${countText(count)} ${name}`] : []));
  return there.length > 0 ? there.join(', ') : 'All videos are completed.';
}

/** Table of a batch's items, filtered by state on request. Account events refresh it. */
export function BatchItems({ batch: { id } }: { batch: Pick<BatchRecord, 'id'> }) {
  const [status, setStatus] = useState<Status | null>(null);
  const pages = useInfiniteQuery(batchItemsQuery(id, status));
  const items = pages.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-label="Videos" className="flex flex-col gap-3">
      <SelectField
        className="w-44"
        label="Videos"
        onChange={({ target }) => setStatus(ITEM_STATES.find((one) => one.status === target.value)?.status ?? null)}
        value={status ?? ''}
      >
        <option value="">All</option>
        {ITEM_STATES.map(({ status: value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      {items === undefined ? (
        <Waiting />
      ) : items.length === 0 ? (
        <p className="text-soft">No videos with this status.</p>
      ) : (
        <ItemTable batchId={id} items={items} />
      )}
      <LoadMore {...pages} />
    </section>
  );
}

function ItemTable({ batchId, items }: { batchId: string; items: readonly BatchItem[] }) {
  return (
    <Table
      columns={[
        { head: '', align: 'right', cell: ({ index }) => index + 1 },
        { head: 'Image', cell: ({ index }) => <ItemImage batchId={batchId} index={index} /> },
        {
          head: 'Video',
          grows: true,
          cell: (item) => (
            <>
              <FilmName item={item} />
              <ItemValues item={item} />
              {item.error && (
                <span className="block max-w-xl text-[13px] whitespace-normal text-bad">{item.error}</span>
              )}
            </>
          ),
        },
        { head: 'Status', cell: (item) => <ItemStatus item={item} /> },
        {
          head: 'Size',
          align: 'right',
          cell: ({ fileSizeBytes, status }) =>
            status === 'COMPLETED' && fileSizeBytes !== null ? bytesText(fileSizeBytes) : '',
        },
        {
          head: 'File',
          cell: ({ url, index }) =>
            url && (
              <a
                aria-label={`Download video ${index + 1}`}
                className={buttonClass('quiet', 'small')}
                download
                href={url}
              >
                <Icon name="download" /> Download
              </a>
            ),
        },
      ]}
      keyOf={({ index }) => String(index)}
      label="Videos of the batch"
      rows={items}
    />
  );
}

/**
 * Frame of a video of a batch with its values, rendered by the service. Shows an icon when there is none, as for large
 * projects and old batches.
 */
function ItemImage({ batchId, index }: { batchId: string; index: number }) {
  const [hasFailed, setHasFailed] = useState(false);
  return (
    <span className="-my-1 grid h-10 w-17 place-items-center overflow-hidden rounded-md bg-sunken text-faint">
      {hasFailed ? (
        <Icon name="film" />
      ) : (
        <img
          alt=""
          className="size-full object-contain"
          height={40}
          loading="lazy"
          onError={() => setHasFailed(true)}
          src={`/api/studio/batches/${batchId}/poster?index=${index}`}
          width={68}
        />
      )}
    </span>
  );
}

/** Reference and values of a video, in a line below its name. */
function ItemValues({ item }: { item: BatchItem }) {
  const text = valuesText(item);
  if (text === '') return null;
  return (
    <span className="block truncate text-[13px] text-soft" title={text}>
      {text}
    </span>
  );
}

function FilmName({ item }: { item: BatchItem }) {
  const { renderId } = item;
  const shown = titleOfItem(item);
  if (renderId === null) return <span className="font-medium">{shown}</span>;
  return (
    <Link className="font-medium hover:text-accent" params={{ renderId }} to="/renders/$renderId">
      {shown}
    </Link>
  );
}
