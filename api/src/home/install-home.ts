import { readFileSync } from 'node:fs';
import path from 'node:path';
import { faviconPath } from '@framemill/compositor/page';
import { objectKeys } from '@framemill/scheduler/protocol';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { sendDocsPage } from '../pages/docs-page.ts';
import { STUDIO_PATH } from '../studio/install-studio.ts';
import { homePage } from './home-page.ts';

/** Path of the page about the service. */
const ABOUT_PATH = '/about';
const IMAGE_PATH = '/home/picture.jpg';

const files = [
  { url: '/favicon.ico', file: faviconPath, type: 'image/x-icon' },
  { url: IMAGE_PATH, file: path.join(import.meta.dirname, 'picture.jpg'), type: 'image/jpeg' },
];

/** Object key under which `npm start` stores the sample video. */
const filmKey = objectKeys.fixture('film.mp4');

/**
 * Serves the page about the service, its image, and the icon of all pages. `/` redirects to the Studio.
 * No credential is needed.
 */
export function installHome(app: FastifyInstance, { store, apiHost }: Pick<ApiDeps, 'store' | 'apiHost'>): void {
  const schema = { hide: true };
  for (const { url, file, type } of files) {
    const data = readFileSync(file);
    app.get(url, { schema }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type(type).send(data),
    );
  }
  app.get('/', { schema }, (_request, reply) => reply.redirect(STUDIO_PATH, 303));
  app.get(ABOUT_PATH, { schema }, async (_request, reply) => {
    // When the store is unavailable, the page is served without the video.
    const film = await store.head(filmKey).catch(() => null);
    // Browsers cache files for a year, so a new video needs a new address.
    const filmUrl = film === null ? null : `/${filmKey}?${film.sha256?.slice(0, 12) ?? film.sizeBytes}`;
    return sendDocsPage(reply, homePage({ apiHost, filmUrl, pictureUrl: IMAGE_PATH }));
  });
}
