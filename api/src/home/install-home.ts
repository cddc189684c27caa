import { readFileSync } from 'node:fs';
import path from 'node:path';
import { faviconPath } from '@framemill/compositor/page';
import { objectKeys } from '@framemill/scheduler/protocol';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { sendDocsPage } from '../pages/docs-page.ts';
import { STUDIO_PATH } from '../studio/install-studio.ts';
import { homePage } from './home-page.ts';

/** Where the page about the service is. */
const ABOUT_PATH = '/about';
const IMAGE_PATH = '/home/picture.jpg';

const files = [
  { url: '/favicon.ico', file: faviconPath, type: 'image/x-icon' },
  { url: IMAGE_PATH, file: path.join(import.meta.dirname, 'picture.jpg'), type: 'image/jpeg' },
];

/** `npm start` puts its film there. */
const filmKey = objectKeys.fixture('film.mp4');

/** Serves the page about the service with its picture, and the icon of all pages; `/` leads to the Studio. No credential needed. */
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
    // A store that is away takes the film from the page, not the page from people.
    const film = await store.head(filmKey).catch(() => null);
    // Files are kept by browsers for a year: another film has another address.
    const filmUrl = film === null ? null : `/${filmKey}?${film.sha256?.slice(0, 12) ?? film.sizeBytes}`;
    return sendDocsPage(reply, homePage({ apiHost, filmUrl, pictureUrl: IMAGE_PATH }));
  });
}
