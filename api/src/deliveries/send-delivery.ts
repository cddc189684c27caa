import type { Database, Logger, ObjectStore } from '@framemill/infra';
import type { DeliveryRow, RenderRow } from '@framemill/scheduler';
import { DeliveryFault, deliveryFault } from '../destinations/delivery-fault.ts';
import { openSender } from '../destinations/open-sender.ts';
import type { OutgoingFile } from '../destinations/sender.ts';
import { openTarget } from '../destinations/stored-target.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { type AttemptOutcome, LEASE_MS, renewLease } from './delivery-attempt.ts';
import { outgoingFile } from './outgoing-file.ts';
import { SENDING_LIMITS, type SendingLimits } from './sending-limits.ts';
import { type Clock, systemClock, watchPace } from './watch-pace.ts';

/** Services that a transfer uses. */
export interface SendDeps {
  readonly database: Database;
  readonly store: ObjectStore;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
  readonly log: Logger;
  /** Lifetime of the delivery's lease in milliseconds. Default `LEASE_MS`. */
  readonly leaseMs?: number;
  /** Slots and speed limits of transfers. Default `SENDING_LIMITS`. */
  readonly limits?: SendingLimits;
  /** Clock for measuring the transfer speed. Default: the clock of the process. */
  readonly clock?: Clock;
}

/** Callbacks and stop signal of one transfer. */
export interface SendingWatch {
  /** Interrupts the transfer because this process is stopping. */
  readonly stopping: AbortSignal;
  /**
   * Called with each measurement: whether the transfer is slow.
   * If it returns a text, the transfer ends and waits for a slot again; the text is the reason shown to users.
   */
  readonly onPace: (isSlow: boolean) => string | null;
  /** Called when the transfer's progress has been stored in the render's row. */
  readonly onProgress: (render: RenderRow) => void;
}

/** Outcome of one transfer. */
export interface EndedSending {
  readonly outcome: AttemptOutcome;
  /** Number of bytes, from the start of the file, that the destination has acknowledged. */
  readonly sentBytes: number;
  /** Whether the last measured speed was slow. `false` when the transfer ended before its first measurement. */
  readonly isSlow: boolean;
}

/** Sends the file of a claimed delivery to its destination: one attempt, without retries. Never throws. */
export async function sendDelivery(
  deps: SendDeps,
  delivery: DeliveryRow,
  { stopping, onPace, onProgress }: SendingWatch,
): Promise<EndedSending> {
  const { database, log, leaseMs = LEASE_MS, limits = SENDING_LIMITS, clock = systemClock } = deps;
  const ended = new AbortController();
  let sentBytes = Number(delivery.sentBytes);
  let sizeBytes = Number.POSITIVE_INFINITY;
  let waits: string | null = null;
  let isSlow = false;
  const pace = watchPace({
    ...{ clock, limits },
    onPace(measured) {
      isSlow = measured;
      waits ??= onPace(measured);
      if (waits !== null) ended.abort();
    },
    onStall(fault) {
      isSlow = true;
      ended.abort(fault);
    },
  });
  const renewal = setInterval(() => {
    renewLease(database, delivery, sentBytes, leaseMs).then(
      (render) => (render === null ? ended.abort() : onProgress(render)),
      // The lease may still be valid. If not, the process that claims the delivery detects it.
      (error: unknown) => log.warn({ err: error, delivery: delivery.id }, 'the lease of a delivery was not renewed'),
    );
  }, leaseMs / 4);
  const progress = {
    took: pace.took,
    reached(offset: number) {
      sentBytes = offset;
      pace.remaining(sizeBytes - offset);
    },
  };
  const as = (outcome: AttemptOutcome): EndedSending => ({ outcome, sentBytes, isSlow });
  try {
    const signal = AbortSignal.any([stopping, ended.signal]);
    const begun = (file: OutgoingFile) => {
      ({ sizeBytes } = file);
    };
    return as(await sendFile(deps, delivery, { progress, begun, signal }));
  } catch (error) {
    if (stopping.aborted) return as('interrupted');
    if (waits !== null) return as({ waits });
    const fault = deliveryFault(ended.signal.aborted ? ended.signal.reason : error);
    // Log the message only: the error itself may contain the destination owner's secrets.
    log.info({ delivery: delivery.id, kind: delivery.kind, fault: fault.message }, 'a file was not delivered');
    return as({ fault });
  } finally {
    clearInterval(renewal);
    pace.stop();
  }
}

interface Attempt {
  readonly progress: Pick<OutgoingFile, 'took' | 'reached'>;
  readonly begun: (file: OutgoingFile) => void;
  readonly signal: AbortSignal;
}

async function sendFile(deps: SendDeps, delivery: DeliveryRow, { progress, begun, signal }: Attempt) {
  const { database, store, secrets, outbound } = deps;
  const { destinationId: id, accountId } = delivery;
  const row = await database.client.destination.findFirst({ where: { id, accountId } });
  if (row === null) throw new DeliveryFault('The destination was deleted.', { retryable: false });
  const file = await outgoingFile({ database, store, progress }, delivery, row.fileName);
  begun(file);
  const sender = await openSender(outbound, openTarget(secrets, row));
  const { url } = await sender.send(file, signal);
  return { url, sizeBytes: file.sizeBytes };
}
