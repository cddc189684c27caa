import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import { leaseRefreshMs, type NodeLease, publishLease, withdrawLease } from '@framemill/scheduler/protocol';
import { within } from '../queue/within.ts';

/** Heartbeat that writes a node's lease every second. */
export interface Heartbeat {
  /** Writes the lease now, for example when the node begins to drain. Never rejects; takes at most 1.5 s. */
  beat(): Promise<void>;
  /**
   * Stops the heartbeat and deletes the lease. Gives up after 1 s when Redis does not respond: the lease then expires
   * by itself.
   */
  stop(): Promise<void>;
}

/**
 * Starts writing `lease()` every `leaseRefreshMs`. A write that fails is logged, and the next one tries again.
 * `onReplaced` is called whenever the lease of another instance is found: this node's own lease had expired.
 */
export function startHeartbeat(redis: Redis, lease: () => NodeLease, onReplaced: () => void, log: Logger): Heartbeat {
  const outage = createOutageLog(log, 'the lease could not be written');
  let underWay = false;
  let stopped = false;
  const beat = async () => {
    // While Redis is unavailable, writes would pile up in the connection's queue and be sent late, all at once.
    if (underWay || stopped) return;
    underWay = true;
    try {
      if (!(await within(1_500, 'Writing the lease', publishLease(redis, lease())))) onReplaced();
      outage.worked();
    } catch (error) {
      outage.failed(error);
    } finally {
      underWay = false;
    }
  };
  const timer = setInterval(() => void beat(), leaseRefreshMs);
  return {
    beat,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await within(1_000, 'Withdrawing the lease', withdrawLease(redis, lease())).catch((error: unknown) => {
        log.warn({ err: error }, 'the lease could not be withdrawn; it expires by itself');
      });
    },
  };
}
