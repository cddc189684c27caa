import type { LaterChapter } from './conformance-page.ts';

/** What the contract says about routes that do not exist yet. */
export const later: LaterChapter[] = [
  {
    title: 'Generation (`/v1/ai/*`)',
    sentences: ['Requests to `/v1/ai/*` are charged again when they are repeated.'],
  },
  { title: 'Plugins', sentences: ['`GET /v1/plugins`, invoking a tool, the Creator plan for the marketplace.'] },
  {
    title: 'Chat bots (Telegram)',
    sentences: [
      'The three routes of `/v1/telegram/users`, live keys only for PATCH, 120 PATCHes a minute.',
      'The events `telegram.end_user.*` can be received and tested; nothing emits them yet.',
    ],
  },
];
