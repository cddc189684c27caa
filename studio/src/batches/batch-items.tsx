import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { buttonClass } from '../ui/button.tsx';
import { SelectField } from '../ui/field.tsx';
import { bytesText } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Waiting } from '../ui/spinner.tsx';
import { Table } from '../ui/table.tsx';
import { type BatchItem, type BatchRecord, batchItemsQuery, type ItemStatus as Status } from './batch-queries.ts';
import { ITEM_STATES, ItemStatus } from './batch-status.tsx';

/** Table of a batch's items, filtered by state on request. Account events refresh it. */
export function BatchItems({ batch: { id } }: { batch: Pick<BatchRecord, 'id'> }) {
  const [status, setStatus] = useState<Status | null>(null);
  const pages = useInfiniteQuery(batchItemsQuery(id, status));
  const items = pages.data?.pages.flatMap((page) => page.items);
  return (
    <section aria-label="Films" className="flex flex-col gap-3">
      <SelectField
        className="w-44"
        label="Films"
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
        <p className="text-soft">There are none.</p>
      ) : (
        <ItemTable items={items} />
      )}
      <LoadMore {...pages} />
    </section>
  );
}

function ItemTable({ items }: { items: readonly BatchItem[] }) {
  return (
    <Table
      columns={[
        { head: '', align: 'right', cell: ({ index }) => index + 1 },
        {
          head: 'Film',
          grows: true,
          cell: (item) => (
            <>
              <FilmName item={item} />
              {item.error && (
                <span className="block max-w-xl text-[13px] whitespace-normal text-bad">{item.error}</span>
              )}
            </>
          ),
        },
        { head: 'State', cell: (item) => <ItemStatus item={item} /> },
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
                aria-label={`Download film ${index + 1}`}
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
      label="Films of the batch"
      rows={items}
    />
  );
}

function FilmName({ item: { index, name, reference, renderId } }: { item: BatchItem }) {
  const shown = name || reference || `Film ${index + 1}`;
  if (renderId === null) return <span className="font-medium">{shown}</span>;
  return (
    <Link className="font-medium hover:text-accent" params={{ renderId }} to="/renders/$renderId">
      {shown}
    </Link>
  );
}
