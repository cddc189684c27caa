import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../client/api.ts';
import { ApiError, answerOf } from '../client/api-error.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { amountText, momentText, sinceText } from '../ui/format.ts';
import { Badge, type BadgeTone } from '../ui/indicators.tsx';
import { statusLabel } from '../ui/labels.ts';
import { Menu, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { Card, Empty, Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/table.tsx';
import { type DeliveryRecord, deliveriesQuery, useChange, webhooksQuery } from './console-queries.ts';
import { OnceShown } from './once-shown.tsx';
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
    done: 'Test event sent',
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
  if (!endpoint) throw new ApiError(404, { code: 'not_found', message: 'This webhook endpoint does not exist.' });
  const deliveries = pages.data.pages.flatMap((page) => page.deliveries);
  return (
    <Page
      actions={
        <>
          <Button icon="send" isBusy={test.isPending} onClick={() => test.mutate()}>
            Send test event
          </Button>
          <Menu trigger={<IconButton icon="more" label="More actions" />}>
            <MenuItem icon="edit" onClick={() => setAsks('edit')}>
              Edit
            </MenuItem>
            <MenuItem icon={endpoint.enabled ? 'pause' : 'play'} onClick={() => enable.mutate(!endpoint.enabled)}>
              {endpoint.enabled ? 'Pause' : 'Resume'}
            </MenuItem>
            <MenuItem icon="key" onClick={() => setAsks('rotate')}>
              Rotate signing secret
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
          <Badge tone={endpoint.enabled ? 'good' : 'neutral'}>{endpoint.enabled ? 'Active' : 'Paused'}</Badge>
          {endpoint.events.length === 0 ? 'All events' : endpoint.events.join(', ')}
        </span>
      }
      title={endpoint.url}
    >
      <Card
        lead="Kept for 30 days. Failed deliveries are retried after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 24 h."
        title="Deliveries"
      >
        {deliveries.length === 0 ? (
          <Empty icon="send" title="No deliveries yet">
            Send a test event to check your endpoint.
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
        action="Rotate secret"
        isOpen={asks === 'rotate'}
        onClose={() => setAsks(null)}
        onConfirm={() => rotate.mutateAsync()}
        title="Rotate signing secret?"
      >
        Events are signed with both secrets for 24 hours, so that you can switch to the new one.
      </Confirm>
      <Confirm
        action="Delete"
        isOpen={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutateAsync()}
        title="Delete endpoint?"
      >
        Its delivery log is deleted too. This cannot be undone.
      </Confirm>
      {secret !== null && (
        <OnceShown label="Signing secret" onClose={() => setSecret(null)} text={secret} title="New signing secret" />
      )}
    </Page>
  );
}

const tones: Record<DeliveryRecord['status'], BadgeTone> = { PENDING: 'info', DELIVERED: 'good', FAILED: 'bad' };

/** Row of one webhook delivery: the body sent and the result of each try. */
export function DeliveryRow({ delivery, endpointId }: { delivery: DeliveryRecord; endpointId: string }) {
  const { id, type, eventId, status, createdAt, attempts, nextTryAt, body } = delivery;
  const again = useChange(
    () =>
      answerOf(
        api.POST('/api/developer/webhooks/{id}/deliveries/{deliveryId}/redeliver', {
          params: { path: { id: endpointId, deliveryId: id } },
        }),
      ),
    { done: 'Event resent' },
  );
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <details className="group">
        <summary className="flex cursor-default flex-wrap items-center gap-3 rounded-lg select-none">
          <Badge tone={tones[status]}>{statusLabel(status)}</Badge>
          <code className="font-mono text-[13px]">{type}</code>
          <span className="grow text-[13px] text-soft">
            {sinceText(createdAt)}, {amountText(attempts.length, 'attempt')}
            {status === 'PENDING' && nextTryAt && `, next ${sinceText(nextTryAt)}`}
          </span>
          <Button icon="refresh" isBusy={again.isPending} onClick={() => again.mutate()} size="small">
            Resend
          </Button>
        </summary>
        <div className="mt-3 flex flex-col gap-3 text-[13px]">
          {attempts.map(({ number, startedAt, durationMs, status: code, error, responseBody }) => (
            <div className="rounded-lg bg-sunken p-3" key={number}>
              <p>
                Attempt {number}: <strong className="font-semibold">{code ?? 'No response'}</strong>
                <span className="text-soft">
                  , {durationMs} ms, {momentText(startedAt)}
                </span>
              </p>
              {error && <p className="mt-1 text-bad">{error}</p>}
              {responseBody && <pre className="mt-2 overflow-x-auto font-mono text-soft">{responseBody}</pre>}
            </div>
          ))}
          <div className="rounded-lg bg-sunken p-3">
            <p className="text-soft">Payload of event {eventId}</p>
            <pre className="mt-2 overflow-x-auto font-mono">{readable(body)}</pre>
          </div>
        </div>
      </details>
    </li>
  );
}

function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
