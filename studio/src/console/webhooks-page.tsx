import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { sinceText } from '../ui/format.ts';
import { Badge } from '../ui/indicators.tsx';
import { Empty, Page } from '../ui/page.tsx';
import { Table } from '../ui/table.tsx';
import { webhooksQuery } from './console-queries.ts';
import { OnceShown } from './once-shown.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Page of the account's webhook endpoints. */
export function WebhooksPage() {
  const { data: endpoints } = useSuspenseQuery(webhooksQuery);
  const [isNew, setIsNew] = useState(false);
  // Stored only in the state of the open dialog.
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Page
      actions={
        <Button icon="add" onClick={() => setIsNew(true)} tone="primary">
          New endpoint
        </Button>
      }
      lead={
        <>
          Sends signed events to your URLs. Failed deliveries are retried for a day.{' '}
          <a className="text-accent underline" href="/docs/webhooks" rel="noreferrer" target="_blank">
            How to verify signatures
          </a>
        </>
      }
      title="Webhooks"
    >
      {endpoints.length === 0 ? (
        <Empty icon="webhook" title="No endpoints yet">
          Add an endpoint to be notified when a render is completed.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'URL',
              grows: true,
              cell: ({ id, url, description }) => (
                <Link className="group" params={{ endpointId: id }} to="/console/webhooks/$endpointId">
                  <span className="font-mono text-[13px] group-hover:text-accent">{url}</span>
                  {description && <span className="block text-[13px] text-soft">{description}</span>}
                </Link>
              ),
            },
            { head: 'Events', cell: ({ events }) => (events.length === 0 ? 'All' : events.length) },
            {
              head: 'Status',
              cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'Active' : 'Paused'}</Badge>,
            },
            { head: 'Created', cell: ({ createdAt }) => sinceText(createdAt) },
          ]}
          keyOf={({ id }) => id}
          label="Webhook endpoints"
          rows={endpoints}
        />
      )}
      {isNew && <WebhookDialog endpoint={null} onClose={() => setIsNew(false)} onSecret={setSecret} />}
      {secret !== null && (
        <OnceShown
          label="Signing secret"
          onClose={() => setSecret(null)}
          text={secret}
          title="Signing secret of the endpoint"
        />
      )}
    </Page>
  );
}
