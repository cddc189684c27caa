import { readFileSync } from 'node:fs';
import path from 'node:path';
import { faviconPath } from '@framemill/compositor/page';
import { objectKeys } from '@framemill/scheduler/protocol';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { html } from '../http/html.ts';
import { logo, sendDocsPage, wholePage } from '../pages/docs-page.ts';
import { STUDIO_PATH } from '../studio/install-studio.ts';

/** Values shown by the page about the service. */
export interface HomeView {
  apiHost: string;
  /** Address of the sample video rendered by this service; null before it exists. */
  filmUrl: string | null;
  /** Address of a still frame of the sample video. */
  pictureUrl: string;
}

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

/** Returns the HTML of the page about the service: a description, the sample video, and links. */
function homePage({ apiHost, filmUrl, pictureUrl: imageUrl }: HomeView): string {
  const what = 'A snowy peak above a sea of clouds at dawn, with the title "Edit video as data."';
  const film =
    filmUrl === null
      ? html`<img class="film" src="${imageUrl}" alt="${what}">
<p class="note">A frame of the sample film. <code>npm start</code> renders it and puts it here.</p>`
      : html`<video class="film" src="${filmUrl}" poster="${imageUrl}" controls playsinline
        preload="metadata" aria-label="The sample film">${what}</video>
<p class="note">The sample film: twelve seconds, rendered by this service.</p>`;
  const body = html`<h1 class="name">${logo(44)}Framemill</h1>
<p class="lead">A video-rendering service that you run yourself: a video is one JSON document,
edited by commands over a REST API.</p>
${film}
<h2>Go on</h2>
<table>
<tr><th scope="row"><a href="/studio">Studio</a></th>
<td>edit, render, manage keys and webhooks, in the browser</td></tr>
<tr><th scope="row"><a href="/docs">Guides</a></th>
<td>from a first video to a service of your own</td></tr>
<tr><th scope="row"><a href="/docs/reference">Reference</a></th>
<td>every route with its fields and errors; as data: <a href="/openapi.json">openapi.json</a></td></tr>
<tr><th scope="row"><a href="/docs/document">Document format</a></th>
<td>what a project is made of, with two examples; its <a href="/v1/schema/document">JSON Schema</a></td></tr>
<tr><th scope="row"><a href="/docs/commands">Commands</a></th>
<td>what edits a project; all names with pictures: <a href="/docs/vocabulary">Vocabulary</a></td></tr>
<tr><th scope="row"><a href="/docs/assistants">Assistants</a></th>
<td>edit and render from Claude and other MCP clients</td></tr>
<tr><th scope="row"><a href="/oauth/sign-in">Sign in</a></th>
<td>see which apps may use your account, and cut them off</td></tr>
<tr><th scope="row"><a href="/admin/queues">Queues</a></th>
<td>what waits and what runs; for accounts with the role <code>admin</code></td></tr>
<tr><th scope="row">Health</th>
<td><code>/healthz</code>, <code>/readyz</code> and <code>/metrics</code> of each process
on its metrics port (<code>METRICS_PORT</code>, 9464)</td></tr>
</table>
<h2>Get a key</h2>
<p>Calls carry a key: <code>Authorization: Bearer key_live_...</code>. Where <code>npm start</code> runs,
the demo account's keys and login are in <code>.data/demo.json</code>. Another account with its keys, on the machine of the service:</p>
<pre><code>npm run admin -- account create \\
  --email you@example.org --plan studio --keys live,test</code></pre>
<p>Then ask who you are:</p>
<pre><code>curl -s ${apiHost}/v1/me -H "authorization: Bearer key_live_..."</code></pre>`;
  return wholePage('Framemill', body.markup);
}
