import type { LaterChapter } from './conformance-page.ts';

/** What the contract says about routes that do not exist yet. */
export const later: LaterChapter[] = [
  {
    title: 'Generation (`/v1/ai/*`)',
    sentences: ['Requests to `/v1/ai/*` are charged again when they are repeated.'],
  },
  {
    title: 'Chat bots (Telegram)',
    sentences: [
      'The bot itself: the events `telegram.end_user.first_seen` and `limit_reached` can be tested; nothing emits them yet.',
    ],
  },
];
