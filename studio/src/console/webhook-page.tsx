import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { ApiError } from '../client/api-error.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { deliveriesQuery, webhooksQuery } from './console-queries.ts';
import { DeliveryRow } from './delivery-row.tsx';
import { OnceShown } from './once-shown.tsx';
import { useChange } from './use-change.ts';
import { WebhookDialog } from './webhook-dialog.tsx';

/** Page of one webhook endpoint with the log of its deliveries. */
export function WebhookPage() {
  const { endpointId: id } = useParams({ from: '/shell/console/webhooks/$endpointId' });
  const { data: endpoints } = useSuspenseQuery(webhooksQuery);
  const pages = useSuspenseInfiniteQuery(deliveriesQuery(id));
  const navigate = useNavigate();
  const [asks, setAsks] = useState<'edit' | 'delete' | 'rotate' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const endpoint = endpoints.find((one) => one.id === id);
  const params = { path: { id } };
  const test = useChange(() => answerOf(api.POST('/api/developer/webhooks/{id}/test', { params, body: {} })), {
    done: 'A test event is on its way',
  });
  const enable = useChange((enabled: boolean) =>
    answerOf(api.PATCH('/api/developer/webhooks/{id}', { params, body: { enabled } })),
  );
  const rotate = useChange(() => answerOf(api.POST('/api/developer/webhooks/{id}/secret', { params })), {
    onDone: (answer) => setSecret(answer.secret),
  });
  const remove = useChange(() => answerOf(api.DELETE('/api/developer/webhooks/{id}', { params })), {
    onDone: () => navigate({ to: '/console/webhooks' }),
  });
  if (!endpoint) throw new ApiError(404, { code: 'not_found', message: 'There is no such webhook endpoint.' });
  const deliveries = pages.data.pages.flatMap((page) => page.deliveries);
  return (
    <Page
      actions={
        <>
          <Button icon="send" isBusy={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </Button>
          <Menu trigger={<IconButton icon="more" label="More" />}>
            <MenuItem icon="edit" onClick={() => setAsks('edit')}>
              Change
            </MenuItem>
            <MenuItem icon={endpoint.enabled ? 'pause' : 'play'} onClick={() => enable.mutate(!endpoint.enabled)}>
              {endpoint.enabled ? 'Pause' : 'Go on'}
            </MenuItem>
            <MenuItem icon="key" onClick={() => setAsks('rotate')}>
              Replace the secret
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon="trash" isDanger onClick={() => setAsks('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      }
      lead={
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={endpoint.enabled ? 'good' : 'neutral'}>{endpoint.enabled ? 'on' : 'paused'}</Badge>
          {endpoint.events.length === 0 ? 'All events' : endpoint.events.join(', ')}
        </span>
      }
      title={endpoint.url}
    >
      <Card lead="Kept for 30 days. Tries come after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h." title="Deliveries">
        {deliveries.length === 0 ? (
          <Empty icon="send" title="Nothing sent yet">
            Send a test to see what your address makes of it.
          </Empty>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {deliveries.map((delivery) => (
              <DeliveryRow delivery={delivery} endpointId={id} key={delivery.id} />
            ))}
          </ul>
        )}
        <LoadMore {...pages} />
      </Card>
      {asks === 'edit' && <WebhookDialog endpoint={endpoint} onClose={() => setAsks(null)} />}
      <Confirm
        action="Replace"
        isOpen={asks === 'rotate'}
        onClose={() => setAsks(null)}
        onConfirm={() => rotate.mutateAsync()}
        title="Replace the secret?"
      >
        For a day both secrets sign, so that your address can change over.
      </Confirm>
      <Confirm
        action="Delete"
        isOpen={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutateAsync()}
        title="Delete the endpoint?"
      >
        Its log goes with it.
      </Confirm>
      {secret !== null && (
        <OnceShown label="Secret" onClose={() => setSecret(null)} text={secret} title="The new secret" />
      )}
    </Page>
  );
}
