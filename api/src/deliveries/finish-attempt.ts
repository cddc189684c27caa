import type { Database } from '@framemill/infra';
import {
  type DeliveryRow,
  type RenderEvent,
  type RenderRow,
  recordRenderEvent,
  showDeliveries,
} from '@framemill/scheduler';
import type { DeliveryFault } from '../destinations/delivery-fault.ts';
import { retryDelayMs } from '../webhooks/retry-schedule.ts';

/**
 * Outcome of an attempt. `interrupted`: this process is stopping, and there was no fault. `waits`: the attempt gave its
 * slot to another account; the value is the reason shown to users.
 */
export type AttemptOutcome =
  | { url: string; sizeBytes: number }
  | { fault: DeliveryFault }
  | { waits: string }
  | 'interrupted';

/** Result of recording an attempt. */
export interface FinishedAttempt {
  readonly result: 'delivered' | 'retried' | 'failed' | 'interrupted' | 'waits';
  readonly render: RenderRow;
  /** Event of the render, set when this was its last open file: all files are delivered, or the others have failed. */
  readonly event: RenderEvent | null;
}

const open = ['WAITING', 'PENDING', 'SENDING'];

/**
 * Records the outcome and the progress of an attempt, and the event when it was the last one of its render, in one
 * transaction. `null`: another process has the delivery by now, and nothing was recorded.
 */
export async function finishAttempt(
  { client }: Database,
  delivery: DeliveryRow,
  { outcome, sentBytes }: { outcome: AttemptOutcome; sentBytes: number },
  delaysMs?: readonly number[],
): Promise<FinishedAttempt | null> {
  const { id, attempts, renderId } = delivery;
  const { result, data } = changeOf(delivery, outcome, delaysMs);
  return client.$transaction(async (tx) => {
    const { count } = await tx.delivery.updateMany({
      where: { id, attempts, status: 'SENDING' },
      data: { sentBytes: BigInt(sentBytes), ...data, leaseUntil: null },
    });
    if (count === 0) return null;
    if (result === 'delivered') await tx.deliveryPart.deleteMany({ where: { deliveryId: id } });
    const render = await showDeliveries(tx, renderId);
    const rows = await tx.delivery.findMany({ where: { renderId }, select: { status: true } });
    const isLast = rows.every(({ status }) => !open.includes(status));
    if (!isLast) return { result, render, event: null };
    const event = rows.every(({ status }) => status === 'DELIVERED') ? 'render.delivered' : 'render.delivery_failed';
    return { result, render: await recordRenderEvent(tx, event, render), event };
  });
}

function changeOf({ round }: DeliveryRow, outcome: AttemptOutcome, delaysMs?: readonly number[]) {
  const now = new Date();
  if (outcome === 'interrupted') {
    return { result: 'interrupted' as const, data: { status: 'PENDING', nextTryAt: now } };
  }
  if ('url' in outcome) {
    const { url, sizeBytes } = outcome;
    const size = BigInt(sizeBytes);
    const data = { status: 'DELIVERED', url, sizeBytes: size, sentBytes: size, error: null, nextTryAt: null };
    return { result: 'delivered' as const, data: { ...data, uploadId: null, deliveredAt: now } };
  }
  if ('waits' in outcome) {
    return { result: 'waits' as const, data: { status: 'PENDING', error: outcome.waits, nextTryAt: now } };
  }
  const { message: error, retryable } = outcome.fault;
  const delayMs = retryable ? retryDelayMs(round + 1, Math.random(), delaysMs) : null;
  if (delayMs === null) {
    return { result: 'failed' as const, data: { status: 'FAILED', error, round: round + 1, nextTryAt: null } };
  }
  const nextTryAt = new Date(now.getTime() + delayMs);
  return { result: 'retried' as const, data: { status: 'PENDING', error, round: round + 1, nextTryAt } };
}
