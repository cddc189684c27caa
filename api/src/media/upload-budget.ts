import { FramemillError } from '@framemill/timeline';

/** Memory that uploads in flight may take together: each is buffered whole. */
export const UPLOAD_BUDGET_BYTES = 256 * 1_048_576;

/** Disk that imports in flight may take together: each is set aside at its limit. */
export const IMPORT_BUDGET_BYTES = 8 * 1_073_741_824;

/** Share of the budget that one account may take: nobody's uploads keep out those of all others. */
const ACCOUNT_SHARE = 1 / 4;

/** Sets bytes aside. Throws `unavailable` when they are not free; nothing is set aside then. */
export type Charge = (sizeBytes: number) => void;

/** Bounds what uploads hold in memory, or imports on the disk, at one time: of all accounts together, and of each. */
export interface UploadBudget {
  /** Runs `work`, which charges for bytes as it takes them; all that it charged is free again at its end. */
  share<T>(accountId: string, work: (charge: Charge) => Promise<T>): Promise<T>;
}

/** A budget of `totalBytes`. */
export function createUploadBudget(totalBytes: number = UPLOAD_BUDGET_BYTES): UploadBudget {
  let held = 0;
  const heldBy = new Map<string, number>();

  function give(accountId: string, sizeBytes: number): void {
    const own = (heldBy.get(accountId) ?? 0) + sizeBytes;
    held += sizeBytes;
    if (own > 0) heldBy.set(accountId, own);
    else heldBy.delete(accountId);
  }

  return {
    async share(accountId, work) {
      let charged = 0;
      const charge = (sizeBytes: number) => {
        const own = (heldBy.get(accountId) ?? 0) + sizeBytes;
        if (own > totalBytes * ACCOUNT_SHARE) throw full('This account has too many uploads running.');
        if (held + sizeBytes > totalBytes) throw full('Too many uploads are running.');
        give(accountId, sizeBytes);
        charged += sizeBytes;
      };
      try {
        return await work(charge);
      } finally {
        give(accountId, -charged);
      }
    },
  };
}

function full(what: string): FramemillError {
  return new FramemillError('unavailable', `${what} Nothing was stored; try again later.`);
}
