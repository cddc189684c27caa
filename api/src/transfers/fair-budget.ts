import { FramemillError } from '@framemill/timeline';
import { createOwnTurns } from '../turns/own-turns.ts';

/** Why bytes or a place were refused; a label of metrics. */
export type RefusalReason = 'holder_full' | 'total_full' | 'gave_way' | 'too_many' | 'too_slow';

/** What one transfer holds of a budget. */
export interface Share {
  /** Aborts, with a FramemillError as its reason, when the transfer has to give its room to another account. */
  readonly signal: AbortSignal;
  heldBytes(): number;
  /** Counts bytes that have arrived. Throws `unavailable` when there is no room for them. */
  take(bytes: number): void;
  /** To be awaited before a piece is worked on: pieces have turns of the event loop of their own, accounts in turns. */
  ownTurn(): Promise<void>;
  /** Counts bytes that are held no longer. */
  give(bytes: number): void;
  /** Gives back everything, also when it is called again. */
  close(): void;
}

/** Room for bytes that arrive from several accounts: bounded together and for each, and the largest holder gives way. */
export interface FairBudget {
  /** Begins a transfer, which holds nothing yet. Throws `rate_limited` when the account has as many of the kind as it may. */
  open(accountId: string, kind: string): Share;
  /** Runs `work` with a transfer of its own and closes it afterwards. Rejects with what `open` throws. */
  hold<T>(accountId: string, kind: string, work: (share: Share) => Promise<T>): Promise<T>;
  /** Bytes that are held now, by account; of those only that hold some. */
  heldBy(): Map<string, number>;
}

/** How many bytes and transfers all accounts together and each alone may hold. */
export interface FairBudgetOptions {
  totalBytes: number;
  /** Most bytes of one account. */
  accountBytes: number;
  /** Most transfers of one account at a time, by kind; no bound for kinds that are not named. */
  mostOpen?: Readonly<Record<string, number>>;
  onRefusal?: (kind: string, reason: RefusalReason) => void;
  /** Called with all bytes that are held, whenever that has changed. */
  onHeld?: (bytes: number) => void;
}

/** After so many seconds a transfer that found no place may be tried again. */
const RETRY_SEC = 10;

interface OpenShare {
  readonly kind: string;
  readonly abort: AbortController;
  bytes: number;
}

interface Holder {
  bytes: number;
  /** In the order in which they began. */
  readonly shares: Set<OpenShare>;
}

/** Makes a budget. Bytes are charged as they arrive: what a caller announces takes nothing from anybody. */
export function createFairBudget(options: FairBudgetOptions): FairBudget {
  const { totalBytes, accountBytes, mostOpen = {}, onRefusal, onHeld } = options;
  const holders = new Map<string, Holder>();
  const ownTurn = createOwnTurns();
  let heldBytes = 0;

  function refused(kind: string, reason: RefusalReason): FramemillError {
    onRefusal?.(kind, reason);
    return new FramemillError('unavailable', messages[reason]);
  }

  /** Counts bytes of a transfer; negative: they are held no longer. */
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

  /** Whether `bytes` more fit. Ends transfers of accounts that hold more than the one that asks would hold with them. */
  function makeRoom(asking: Holder, bytes: number): boolean {
    while (heldBytes + bytes > totalBytes) {
      const largest = [...holders.values()].reduce(
        (most, holder) => (holder.bytes > most.bytes ? holder : most),
        asking,
      );
      if (largest === asking || largest.bytes <= asking.bytes + bytes) return false;
      // The youngest loses least work.
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
        ownTurn: () => ownTurn(accountId),
        // What had to give way holds nothing any more.
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
    'The transfers of this account hold as much as they may at once. Nothing was stored; wait for one to end.',
  total_full: 'Too many transfers are running. Nothing was stored; try again later.',
  gave_way:
    'The transfer was ended: this account holds most while others need room. Nothing was stored; try again later.',
  too_many: 'This account has as many transfers as it may at once.',
  too_slow: 'The transfer is too slow.',
};

function tooMany(kind: string, most: number): FramemillError {
  const message = `${most} transfers of this kind (${kind}) are running for this account, as many as may at once. Wait for one to end.`;
  return new FramemillError('rate_limited', message, { retryAfterSec: RETRY_SEC });
}
