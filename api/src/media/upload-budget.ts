import { FramemillError } from '@framemill/timeline';

/** Memory that uploads in flight may take together: each is buffered whole. */
export const UPLOAD_BUDGET_BYTES = 256 * 1_048_576;

/** Disk that imports in flight may take together: each is set aside at its limit. */
export const IMPORT_BUDGET_BYTES = 8 * 1_073_741_824;

/** Bounds what uploads hold in memory, or imports on the disk, at one time. */
export interface UploadBudget {
  /** Runs `work` with `sizeBytes` set aside; throws `unavailable` at once when they are not free. */
  hold<T>(sizeBytes: number, work: () => Promise<T>): Promise<T>;
}

/** A budget of `totalBytes`. */
export function createUploadBudget(totalBytes: number = UPLOAD_BUDGET_BYTES): UploadBudget {
  let freeBytes = totalBytes;
  return {
    async hold(sizeBytes, work) {
      if (sizeBytes > freeBytes) {
        throw new FramemillError('unavailable', 'Too many uploads are running. Nothing was stored; try again later.');
      }
      freeBytes -= sizeBytes;
      try {
        return await work();
      } finally {
        freeBytes += sizeBytes;
      }
    },
  };
}
