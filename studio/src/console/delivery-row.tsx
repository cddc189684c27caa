import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { amountText, momentText, sinceText } from '../ui/format.ts';
import type { DeliveryRecord } from './console-queries.ts';
import { useChange } from './use-change.ts';

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
    { done: 'It is sent again' },
  );
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <details className="group">
        <summary className="flex cursor-default flex-wrap items-center gap-3 rounded-lg select-none">
          <Badge tone={tones[status]}>{status.toLowerCase()}</Badge>
          <code className="font-mono text-[13px]">{type}</code>
          <span className="grow text-[13px] text-soft">
            {sinceText(createdAt)}, {amountText(attempts.length, 'try', 'tries')}
            {status === 'PENDING' && nextTryAt && `, next ${sinceText(nextTryAt)}`}
          </span>
          <Button icon="refresh" isBusy={again.isPending} onClick={() => again.mutate()} size="small">
            Send again
          </Button>
        </summary>
        <div className="mt-3 flex flex-col gap-3 text-[13px]">
          {attempts.map(({ number, startedAt, durationMs, status: code, error, responseBody }) => (
            <div className="rounded-lg bg-sunken p-3" key={number}>
              <p>
                Try {number}: <strong className="font-semibold">{code ?? 'no answer'}</strong>
                <span className="text-soft">
                  , {durationMs} ms, {momentText(startedAt)}
                </span>
              </p>
              {error && <p className="mt-1 text-bad">{error}</p>}
              {responseBody && <pre className="mt-2 overflow-x-auto font-mono text-soft">{responseBody}</pre>}
            </div>
          ))}
          <div className="rounded-lg bg-sunken p-3">
            <p className="text-soft">What was sent, as event {eventId}</p>
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
