import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { sinceText } from '../ui/format.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { notify } from '../ui/toast.tsx';
import { type DestinationRecord, destinationsQuery } from './console-queries.ts';
import { DestinationDialog } from './destination-dialog.tsx';
import { useChange } from './use-change.ts';

const kinds = { s3: 'Bucket', put: 'Address', sftp: 'SFTP' } as const;

/** Page of the destinations that finished files are sent to. */
export function DestinationsPage() {
  const { data: destinations } = useSuspenseQuery(destinationsQuery);
  const [isNew, setIsNew] = useState(false);
  const [leaving, setLeaving] = useState<DestinationRecord | null>(null);
  const test = useChange(
    ({ id }: DestinationRecord) => answerOf(api.POST('/v1/destinations/{id}/test', { params: { path: { id } } })),
    { onDone: ({ check }) => notify.good(check.note ?? 'A test file was written and removed') },
  );
  const remove = useChange(
    ({ id }: DestinationRecord) => answerOf(api.DELETE('/v1/destinations/{id}', { params: { path: { id } } })),
    { done: 'The destination is gone' },
  );
  return (
    <Page
      actions={
        <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
          New destination
        </Button>
      }
      lead={
        <>
          Renders that name a destination send their files there and try for a day and a half when it does not answer.{' '}
          <a className="text-accent underline" href="/docs/destinations" rel="noreferrer" target="_blank">
            How it works
          </a>
        </>
      }
      title="Destinations"
    >
      {destinations.length === 0 ? (
        <Empty icon="send" title="No destinations yet">
          Have finished films sent to your own bucket or server, instead of fetching them.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'Name',
              grows: true,
              cell: (destination) => (
                <>
                  {destination.name}
                  <span className="block font-mono text-[13px] text-soft">{placeOf(destination)}</span>
                </>
              ),
            },
            { head: 'Kind', cell: ({ kind }) => <Badge tone="neutral">{kinds[kind]}</Badge> },
            { head: 'Files', cell: ({ fileName }) => <code className="font-mono text-[13px]">{fileName}</code> },
            { head: 'Tested', cell: ({ checkedAt }) => sinceText(checkedAt) },
            {
              head: '',
              cell: (destination) => (
                <Menu trigger={<IconButton icon="more" label={`More about ${destination.name}`} />}>
                  <MenuItem icon="send" onClick={() => test.mutate(destination)}>
                    Test
                  </MenuItem>
                  <MenuSeparator />
                  <MenuItem icon="trash" isDanger onClick={() => setLeaving(destination)}>
                    Delete
                  </MenuItem>
                </Menu>
              ),
            },
          ]}
          keyOf={({ id }) => id}
          label="Destinations"
          rows={destinations}
        />
      )}
      {isNew && <DestinationDialog onClose={() => setIsNew(false)} />}
      {leaving && (
        <Confirm
          action="Delete"
          isOpen
          onClose={() => setLeaving(null)}
          onConfirm={() => remove.mutateAsync(leaving)}
          title={`Delete ${leaving.name}?`}
        >
          Files that are on their way to it fail. What is there stays there.
        </Confirm>
      )}
    </Page>
  );
}

function placeOf({ kind, settings }: DestinationRecord): string {
  const { bucket, prefix, url, user, host, folder, endpoint } = settings;
  switch (kind) {
    case 's3':
      return [`${endpoint ?? 's3:/'}/${bucket}`, prefix].filter(Boolean).join('/');
    case 'sftp':
      return `${user}@${host}:${folder || '~'}`;
    case 'put':
      return url ?? '';
  }
}
