import { refusalOf } from '../client/api-error.ts';
import type { CommentThread, Place } from '../comments/threads.ts';

/** Project of a review link, the rights of its guests, and the video to show. */
export interface Review {
  readonly project: { readonly name: string; readonly durationSec: number };
  /** Whether the guest reads and writes comments. */
  readonly mayComment: boolean;
  readonly recipient: string | null;
  readonly expiresAt: string;
  /** Video: a file, or an address for the player whose script is at `scriptUrl`. */
  readonly video:
    | { readonly kind: 'render'; readonly url: string; readonly renderedAt: string | null }
    | { readonly kind: 'player'; readonly url: string; readonly scriptUrl: string };
}

/** Place of a guest, for the open editors of the project. */
export interface GuestPlace {
  /** Id of the page, which is in no answer of the service. */
  readonly windowId: string;
  /** Name that the guest has given; absent when they have not. */
  readonly name?: string;
  readonly playheadSec: number;
  /** Whether the page is closed. */
  readonly isGone?: boolean;
}

/** Calls of the review page. They throw `ApiError` when the service refuses them. */
export interface ReviewService {
  read(): Promise<Review>;
  /** Returns all threads of the project. */
  comments(): Promise<CommentThread[]>;
  add(name: string, text: string, place: Place): Promise<void>;
  answer(name: string, text: string, commentId: string): Promise<void>;
  /** Reports the place of the guest, also while the page is closed. Returns the names of the other people. */
  present(place: GuestPlace): Promise<readonly string[]>;
}

const PREFIX = '/api/review';

/** Opens the calls of a review link. */
export function openReviewService(token: string): ReviewService {
  async function call<T>(path: string, body?: object, keepalive = false): Promise<T> {
    const headers = { Authorization: `Bearer ${token}` };
    const json = { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const request = body === undefined ? { method: 'GET', headers } : { method: 'POST', ...json };
    const response = await fetch(`${PREFIX}${path}`, { ...request, credentials: 'omit', keepalive });
    const data = await response.json().catch(() => null);
    if (!response.ok) throw refusalOf(response, data);
    return data;
  }

  return {
    read: () => call<Review>(''),
    async comments() {
      const threads: CommentThread[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
        const page: { comments: CommentThread[]; nextCursor: string | null } = await call(`/comments${query}`);
        threads.push(...page.comments);
        cursor = page.nextCursor;
      }
      return threads;
    },
    async add(name, text, { timeSec, endSec, point }) {
      const range = endSec === null ? {} : { endSec };
      await call('/comments', { name, text, timeSec, ...range, ...(point ? { point } : {}) });
    },
    present: async (place) => (await call<{ names: string[] }>('/presence', place, true)).names,
    async answer(name, text, commentId) {
      await call(`/comments/${encodeURIComponent(commentId)}/answers`, { name, text });
    },
  };
}
