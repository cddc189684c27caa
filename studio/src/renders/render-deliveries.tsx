import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../client/answer-of.ts';
import { api } from '../client/api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { bytesText, momentText } from '../ui/format.ts';
import { Card } from '../ui/page.tsx';
import type { RenderRecord } from './render-queries.ts';

type Delivery = NonNullable<RenderRecord['deliveries']>[number];

const states: Readonly<Record<Delivery['status'], { text: string; tone: 'good' | 'bad' | 'neutral' }>> = {
  WAITING: { text: 'waits for the render', tone: 'neutral' },
  PENDING: { text: 'waits', tone: 'neutral' },
  SENDING: { text: 'being sent', tone: 'neutral' },
  DELIVERED: { text: 'delivered', tone: 'good' },
  FAILED: { text: 'failed', tone: 'bad' },
  CANCELLED: { text: 'not sent', tone: 'neutral' },
};

/**
 * Card of the deliveries of a render's files to its destination. Renders nothing for a render without a destination.
 */
export function RenderDeliveries({ render: { id, deliveries } }: { render: Pick<RenderRecord, 'id' | 'deliveries'> }) {
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => answerOf(api.POST('/v1/renders/{id}/deliveries/retry', { params: { path: { id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['renders'] }),
  });
  if (!deliveries) return null;
  const isStuck = deliveries.some(
    ({ status, attempts }) => status === 'FAILED' || (status === 'PENDING' && attempts > 0),
  );
  return (
    <Card
      actions={
        isStuck && (
          <Button icon="send" isBusy={again.isPending} onClick={() => again.mutate()}>
            Deliver again
          </Button>
        )
      }
      title="Delivery"
    >
      <ul aria-label="Deliveries" className="flex flex-col divide-y divide-line">
        {deliveries.map(({ output, status, url, error, nextTryAt, sentBytes = 0, sizeBytes = null }) => (
          <li className="flex items-start gap-3 py-2 first:pt-0 last:pb-0" key={output}>
            <div className="min-w-0 grow">
              <p className="font-mono text-[13px] break-all">{url ?? `File ${output + 1}`}</p>
              {sizeBytes !== null && status !== 'DELIVERED' && (
                <p className="text-[13px] text-soft">
                  {bytesText(sentBytes)} of {bytesText(sizeBytes)} sent
                </p>
              )}
              {error !== null && <p className="text-[13px] text-bad">{error}</p>}
              {error !== null && nextTryAt !== null && (
                <p className="text-[13px] text-soft">Tried again {momentText(nextTryAt)}</p>
              )}
            </div>
            <Badge tone={states[status].tone}>{states[status].text}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
