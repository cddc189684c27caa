import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { sinceText } from '../ui/format.ts';
import { LoadMore } from '../ui/load-more.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { appsQuery, type KeyRecord, keysQuery } from './console-queries.ts';
import { KeyDialog } from './key-dialog.tsx';
import { useChange } from './use-change.ts';

/** Page of the account's API keys, each shown by its last four characters. */
export function KeysPage() {
  const pages = useSuspenseInfiniteQuery(keysQuery);
  const { data: apps } = useSuspenseQuery(appsQuery);
  const [isNew, setIsNew] = useState(false);
  const [revoked, setRevoked] = useState<KeyRecord | null>(null);
  const keys = pages.data.pages.flatMap((page) => page.keys);
  const revoke = useChange(
    (id: string) => answerOf(api.DELETE('/api/developer/keys/{id}', { params: { path: { id } } })),
    { done: 'The key is revoked' },
  );
  const create = (
    <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
      New key
    </Button>
  );
  return (
    <Page
      actions={create}
      lead="Keys are for programs, on servers. The Studio has none: it works with your sign-in."
      title="Keys"
    >
      {keys.length === 0 ? (
        <Empty icon="key" title="No keys yet" />
      ) : (
        <Table
          columns={[
            {
              head: 'Key',
              cell: ({ environment, last4 }) => (
                <code className="font-mono">
                  key_{environment}_…{last4}
                </code>
              ),
            },
            {
              head: 'Kind',
              cell: ({ environment }) => <Badge tone={environment === 'live' ? 'accent' : 'info'}>{environment}</Badge>,
            },
            {
              head: 'Of',
              grows: true,
              cell: ({ appId }) => (appId === null ? 'you' : (apps.find(({ id }) => id === appId)?.name ?? appId)),
            },
            {
              head: 'Scopes',
              align: 'right',
              cell: ({ scopes }) => <span title={scopes.join('\n')}>{scopes.length}</span>,
            },
            { head: 'Made', cell: ({ createdAt }) => sinceText(createdAt) },
            {
              head: '',
              align: 'right',
              cell: (key) =>
                key.revokedAt === null ? (
                  <Button onClick={() => setRevoked(key)} size="small" tone="danger">
                    Revoke
                  </Button>
                ) : (
                  <Badge tone="neutral">revoked {sinceText(key.revokedAt)}</Badge>
                ),
            },
          ]}
          keyOf={({ id }) => id}
          label="Keys"
          rows={keys}
        />
      )}
      <LoadMore {...pages} />
      {isNew && <KeyDialog apps={apps} onClose={() => setIsNew(false)} />}
      <Confirm
        action="Revoke"
        isOpen={revoked !== null}
        onClose={() => setRevoked(null)}
        onConfirm={() => revoke.mutateAsync(revoked?.id ?? '')}
        title={`Revoke …${revoked?.last4 ?? ''}?`}
      >
        Programs that use it are refused within 5 seconds, for good.
      </Confirm>
    </Page>
  );
}
