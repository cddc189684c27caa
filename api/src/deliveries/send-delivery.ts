import type { Database, Logger, ObjectStore } from '@framemill/infra';
import type { DeliveryRow } from '@framemill/scheduler';
import { DeliveryFault, deliveryFault } from '../destinations/delivery-fault.ts';
import { openSender } from '../destinations/open-sender.ts';
import { openTarget } from '../destinations/stored-target.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { LEASE_MS, renewLease } from './claim-delivery.ts';
import type { AttemptOutcome } from './finish-attempt.ts';
import { outgoingFile } from './outgoing-file.ts';

/** What sending works with. */
export interface SendDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
  readonly log: Logger;
  /** See `LEASE_MS`. */
  readonly leaseMs?: number;
}

/** Sends the file of a claimed delivery once. Never throws; `stopping` interrupts it. */
export async function sendDelivery(
  deps: SendDeps,
  delivery: DeliveryRow,
  stopping: AbortSignal,
): Promise<AttemptOutcome> {
  const { database, log, leaseMs = LEASE_MS } = deps;
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(database, delivery, leaseMs).then(
      (isOurs) => isOurs || lost.abort(),
      // The lease may still be there: whoever takes the delivery finds out.
      (error: unknown) => log.warn({ err: error, delivery: delivery.id }, 'the lease of a delivery was not renewed'),
    );
  }, leaseMs / 4);
  try {
    const signal = AbortSignal.any([stopping, lost.signal]);
    return await sendFile(deps, delivery, signal);
  } catch (error) {
    if (stopping.aborted) return 'interrupted';
    const fault = deliveryFault(error);
    // Its message alone: the error itself may hold what the destination's owner keeps to themselves.
    log.info({ delivery: delivery.id, kind: delivery.kind, fault: fault.message }, 'a file was not delivered');
    return { fault };
  } finally {
    clearInterval(renewal);
  }
}

async function sendFile(deps: SendDeps, delivery: DeliveryRow, signal: AbortSignal): Promise<AttemptOutcome> {
  const { destinationId: id, accountId } = delivery;
  const row = await deps.database.client.destination.findFirst({ where: { id, accountId } });
  if (row === null) throw new DeliveryFault('The destination was deleted.', { retryable: false });
  const file = await outgoingFile(deps, delivery, row.fileName);
  const sender = await openSender(deps.outbound, openTarget(deps.secrets, row));
  const { url } = await sender.send(file, signal);
  return { url, sizeBytes: file.sizeBytes };
}
