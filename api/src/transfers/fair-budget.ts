import { FramemillError } from '@framemill/timeline';
import { createFairTurns } from '../turns/account-turns.ts';

/**
 * Reason for refusing or ending a transfer; a label of metrics. `holder_full` and `total_full`: the byte limit of the
 * account, or of all accounts, is reached. `gave_way`: the transfer was ended to free capacity for another account.
 * `too_many`: the account has too many transfers. `too_slow`: the client transfers too slowly.
 */
export type RefusalReason = 'holder_full' | 'total_full' | 'gave_way' | 'too_many' | 'too_slow';

/** Bytes of a budget that are charged to one transfer. */
export interface Share {
  /** Aborts, with a FramemillError as its reason, when the transfer is ended to make capacity for another account. */
  readonly signal: AbortSignal;
  heldBytes(): number;
  /** Charges bytes that have arrived to the budget. Throws `unavailable` when the budget is exhausted. */
  take(bytes: number): void;
  /**
   * Resolves in a separate turn of the event loop, fairly scheduled between accounts. Await it before handling a chunk.
   */
  fairTurn(): Promise<void>;
  /** Releases bytes of the budget that the transfer no longer uses. */
  give(bytes: number): void;
  /** Releases all bytes of the transfer. Further calls have no effect. */
  close(): void;
}

/**
 * Budget for the bytes that transfers of several accounts use, limited in total and per account. When the total is
 * exhausted, transfers of the account with the most bytes are ended to free capacity. If no other account has more
 * bytes than the requesting one would have, the request is refused instead.
 */
export interface FairBudget {
  /**
   * Starts a transfer, which is charged no bytes at first. Throws `rate_limited` when the account has the maximum
   * number of transfers of this kind.
   */
  open(accountId: string, kind: string): Share;
  /** Runs `work` with a new transfer and closes it afterwards. Rejects with the errors of `open`. */
  hold<T>(accountId: string, kind: string, work: (share: Share) => Promise<T>): Promise<T>;
  /** Returns the bytes currently charged to each account, by account id. Accounts without any are left out. */
  heldBy(): Map<string, number>;
}

/** Maximum bytes and transfers of all accounts together, and of each account. */
export interface FairBudgetOptions {
  totalBytes: number;
  /** Maximum bytes of one account. */
  accountBytes: number;
  /** Maximum number of concurrent transfers of one account, by kind; kinds not listed are unlimited. */
  mostOpen?: Readonly<Record<string, number>>;
  onRefusal?: (kind: string, reason: RefusalReason) => void;
  /** Called with the total of charged bytes whenever it changes. */
  onHeld?: (bytes: number) => void;
}

/** Time after which a refused transfer may be retried, in seconds. */
const RETRY_SEC = 10;

interface OpenShare {
  readonly kind: string;
  readonly abort: AbortController;
  bytes: number;
}

interface Holder {
  bytes: number;
  /** Open transfers, in the order in which they began. */
  readonly shares: Set<OpenShare>;
}

/** Creates a budget. Bytes are charged as they arrive, so an announced size reserves nothing. */
export function createFairBudget(options: FairBudgetOptions): FairBudget {
  const { totalBytes, accountBytes, mostOpen = {}, onRefusal, onHeld } = options;
  const holders = new Map<string, Holder>();
  const fairTurn = createFairTurns();
  let heldBytes = 0;

  function refused(kind: string, reason: RefusalReason): FramemillError {
    onRefusal?.(kind, reason);
    return new FramemillError('unavailable', messages[reason]);
  }

  /** Adds `bytes` to those charged to a transfer; a negative number releases them. */
  function count(holder: Holder, share: OpenShare, bytes: number): void {
    share.bytes += bytes;
    holder.bytes += bytes;
    heldBytes += bytes;
    onHeld?.(heldBytes);
  }

  function drop(holder: Holder, share: OpenShare): void {
    count(holder, share, -share.bytes);
    holder.shares.delete(share);
  }

  /**
   * Frees budget for `bytes` more of the account `asking`, and returns whether they fit. If necessary it ends transfers
   * of other accounts, but only of accounts that have more bytes than `asking` would have afterwards.
   */
  function makeRoom(asking: Holder, bytes: number): boolean {
    while (heldBytes + bytes > totalBytes) {
      const largest = [...holders.values()].reduce(
        (most, holder) => (holder.bytes > most.bytes ? holder : most),
        asking,
      );
      if (largest === asking || largest.bytes <= asking.bytes + bytes) return false;
      // Ending the newest one loses the least work.
      const youngest = [...largest.shares].findLast((share) => share.bytes > 0);
      if (!youngest) return false;
      drop(largest, youngest);
      youngest.abort.abort(refused(youngest.kind, 'gave_way'));
    }
    return true;
  }

  const budget: FairBudget = {
    open(accountId, kind) {
      const holder = holders.get(accountId) ?? { bytes: 0, shares: new Set() };
      const most = mostOpen[kind] ?? Number.POSITIVE_INFINITY;
      if ([...holder.shares].filter((share) => share.kind === kind).length >= most) {
        onRefusal?.(kind, 'too_many');
        throw tooMany(kind, most);
      }
      const share: OpenShare = { kind, abort: new AbortController(), bytes: 0 };
      holder.shares.add(share);
      holders.set(accountId, holder);
      return {
        signal: share.abort.signal,
        heldBytes: () => share.bytes,
        take(bytes) {
          share.abort.signal.throwIfAborted();
          if (holder.bytes + bytes > accountBytes) throw refused(kind, 'holder_full');
          if (!makeRoom(holder, bytes)) throw refused(kind, 'total_full');
          count(holder, share, bytes);
        },
        fairTurn: () => fairTurn(accountId),
        // An aborted transfer holds no bytes any more.
        give: (bytes) => count(holder, share, -Math.min(bytes, share.bytes)),
        close() {
          drop(holder, share);
          if (holder.shares.size === 0 && holders.get(accountId) === holder) holders.delete(accountId);
        },
      };
    },
    async hold(accountId, kind, work) {
      const share = budget.open(accountId, kind);
      try {
        return await work(share);
      } finally {
        share.close();
      }
    },
    heldBy: () => new Map([...holders].flatMap(([id, { bytes }]) => (bytes > 0 ? [[id, bytes] as const] : []))),
  };
  return budget;
}

const messages: Record<RefusalReason, string> = {
  holder_full:
    'The running transfers of this account have reached the limit of their total size. Nothing was stored. Wait ' +
    'until one ends.',
  total_full: 'Too many transfers are running: their total size is at the limit. Nothing was stored. Try again later.',
  gave_way:
    'The transfer was stopped: the space for transfers is full, and this account uses the most. Nothing was stored. ' +
    'Try again later.',
  too_many: 'This account has reached its limit of concurrent transfers. Wait until one ends.',
  too_slow: 'The transfer is too slow. Use a faster connection.',
};

function tooMany(kind: string, most: number): FramemillError {
  const message = `This account already has ${most} transfers of the kind ${kind}, the maximum. Wait until one ends.`;
  return new FramemillError('rate_limited', message, { retryAfterSec: RETRY_SEC });
}
