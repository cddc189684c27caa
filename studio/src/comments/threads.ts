import type { SessionPaths } from '@framemill/api/session-client';

/** Comment that begins a thread, with its answers. */
export type CommentThread =
  SessionPaths['/v1/projects/{id}/comments']['get']['responses'][200]['content']['application/json']['comments'][number];

/** Place of a comment: a moment or a range in seconds, and optionally a place in the image as fractions. */
export interface Place {
  readonly timeSec: number;
  /** End of the range; null: a moment. */
  readonly endSec: number | null;
  readonly point: { readonly x: number; readonly y: number } | null;
}

/** Time for which the pin of a single moment is visible, in seconds. */
const PIN_SEC = 1;

/** Returns the threads by time, those of the same time by age. `isOpen`: only the open ones. */
export function threadsByTime(threads: readonly CommentThread[], isOpen: boolean): CommentThread[] {
  return threads
    .filter(({ resolvedAt }) => !isOpen || resolvedAt === null)
    .toSorted((a, b) => a.timeSec - b.timeSec || a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
}

/** Whether the pin of a comment is visible at a time: during its range, or for a second after its moment. */
export function isPinned({ point, timeSec, endSec }: Place, atSec: number): boolean {
  return point !== null && atSec >= timeSec - 0.01 && atSec < Math.max(endSec ?? 0, timeSec + PIN_SEC);
}
