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

/** Calls of the review page. They throw `ApiError` when the service refuses them. */
export interface ReviewService {
  read(): Promise<Review>;
  /** Returns all threads of the project. */
  comments(): Promise<CommentThread[]>;
  add(name: string, text: string, place: Place): Promise<void>;
  answer(name: string, text: string, commentId: string): Promise<void>;
}

const PREFIX = '/api/review';

/** Opens the calls of a review link. */
export function openReviewService(token: string): ReviewService {
  async function call<T>(path: string, body?: object): Promise<T> {
    const headers = { Authorization: `Bearer ${token}` };
    const json = { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    const request = body === undefined ? { method: 'GET', headers } : { method: 'POST', ...json };
    const response = await fetch(`${PREFIX}${path}`, { ...request, credentials: 'omit' });
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
    async answer(name, text, commentId) {
      await call(`/comments/${encodeURIComponent(commentId)}/answers`, { name, text });
    },
  };
}
