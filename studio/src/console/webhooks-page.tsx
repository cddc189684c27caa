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
          The service posts signed events to your addresses and tries for a day when they do not answer.{' '}
          <a className="text-accent underline" href="/docs/webhooks" rel="noreferrer" target="_blank">
            How to verify them
          </a>
        </>
      }
      title="Webhooks"
    >
      {endpoints.length === 0 ? (
        <Empty icon="webhook" title="No endpoints yet">
          Instead of asking again and again whether a render is ready, be told.
        </Empty>
      ) : (
        <Table
          columns={[
            {
              head: 'Address',
              grows: true,
              cell: ({ id, url, description }) => (
                <Link className="group" params={{ endpointId: id }} to="/console/webhooks/$endpointId">
                  <span className="font-mono text-[13px] group-hover:text-accent">{url}</span>
                  {description && <span className="block text-[13px] text-soft">{description}</span>}
                </Link>
              ),
            },
            { head: 'Events', cell: ({ events }) => (events.length === 0 ? 'all' : events.length) },
            {
              head: 'State',
              cell: ({ enabled }) => <Badge tone={enabled ? 'good' : 'neutral'}>{enabled ? 'on' : 'paused'}</Badge>,
            },
            { head: 'Made', cell: ({ createdAt }) => sinceText(createdAt) },
          ]}
          keyOf={({ id }) => id}
          label="Webhook endpoints"
          rows={endpoints}
        />
      )}
      {isNew && <WebhookDialog endpoint={null} onClose={() => setIsNew(false)} onSecret={setSecret} />}
      {secret !== null && (
        <OnceShown label="Secret" onClose={() => setSecret(null)} text={secret} title="The endpoint's secret" />
      )}
    </Page>
  );
}
