import { readFileSync } from 'node:fs';
import { compositionPage } from '@framemill/compositor/page';
import { starterImage } from '@framemill/compositor/starters';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { type DocsSection, docsPage, docsSections } from './docs-page.ts';
import { filmImages, imageFacts, playerFilm } from './player-film.ts';

const FILM_PATH = '/docs/preview-player/film.html';
const DEMO_PATH = '/docs/preview-player/demo.js';
const imagePath = (name: string) => `/docs/preview-player/${name}`;

/**
 * Content security policy of the player's page; the frame of the video inherits it.
 * Inline scripts are safe here, because the page contains no text of callers.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves /docs/preview-player, which demonstrates and describes /vendor/player.js, the player of HTML previews. No
 * credential needed.
 */
export function installPreviewPlayerPage(
  app: FastifyInstance,
  { textEngine, apiHost }: Pick<ApiDeps, 'textEngine' | 'apiHost'>,
): void {
  const schema = { hide: true };
  const page = docsPage('Preview player', `<p class="lead">${LEAD}</p>${DEMO}${docsSections(sections(apiHost))}`);
  app.get('/docs/preview-player', { schema }, (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(page),
  );
  app.get(DEMO_PATH, { schema }, (_request, reply) =>
    reply.header('Cache-Control', 'public, no-cache').type('text/javascript; charset=utf-8').send(demoScript),
  );
  let film: Promise<string> | undefined;
  app.get(FILM_PATH, { schema }, async (_request, reply) => {
    film ??= compositionPage({
      document: playerFilm(),
      engine: textEngine,
      media: (src) => ({ facts: imageFacts, url: imagePath(src) }),
    }).then(({ html }) => html);
    return reply.type('text/html; charset=utf-8').send(await film);
  });
  for (const name of filmImages) {
    const data = readFileSync(starterImage(name));
    app.get(imagePath(name), { schema }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/webp').send(data),
    );
  }
}

const LEAD =
  'A project as a web page: one small module shows it, plays it and goes to any time of it. Nothing is rendered. It ' +
  'draws with the elements of the browser and shows html clips; the <a href="/docs/player">player</a> draws the frames ' +
  'of a render.';

const DEMO = `<div id="film" class="film"></div>
<p class="controls"><button id="play" type="button" disabled>Play</button>
<input id="time" type="range" min="0" max="8" step="0.01" value="0" aria-label="Time" disabled>
<output id="clock">0.0 s</output></p>
<p id="note" class="note" role="status"></p><script type="module" src="${DEMO_PATH}"></script>`;

/** Script that the page runs, and also displays as an example. */
const demoScript = `import { createPlayer } from '/vendor/player.js';

const ids = ['film', 'play', 'time', 'clock', 'note'];
const [film, play, time, clock, note] = ids.map((id) => document.getElementById(id));

try {
  const answer = await fetch('${FILM_PATH}');
  const player = createPlayer(film, {
    html: await answer.text(),
    onState({ timeSec, durationSec, isPlaying }) {
      play.textContent = isPlaying ? 'Pause' : 'Play';
      time.max = durationSec;
      time.value = timeSec;
      clock.textContent = timeSec.toFixed(1) + ' of ' + durationSec.toFixed(1) + ' s';
    },
  });
  play.onclick = () => (player.state.isPlaying ? player.pause() : player.play());
  time.oninput = () => player.seek(Number(time.value));
  await player.ready;
  play.disabled = time.disabled = false;
  player.seek(2);
} catch (error) {
  note.textContent = error.message;
}
`;

function sections(apiHost: string): DocsSection[] {
  return [
    {
      title: 'Use it',
      text: [
        'Your server asks for the page with its key and passes it on: keys belong into no web page. The module ' +
          'is public, has no dependencies and works from any origin.',
      ],
      code: `<div id="film"></div>
<script type="module">
  import { createPlayer } from '${apiHost}/vendor/player.js';

  // Your server, which asks GET /v1/projects/{id}/preview?format=html
  const answer = await fetch('/my-film');
  const html = await answer.text();
  const player = createPlayer(document.getElementById('film'), { html });
  await player.ready;
  player.play();
</script>`,
    },
    {
      title: 'createPlayer(element, options)',
      text: ['Shows the film in the element, as wide as it is. Options:'],
      table: {
        html: 'The page, as the service answered it.',
        baseUrl: 'Where its media, fonts and script are. Where the module came from when absent.',
        title: 'What the frame is called for people who do not see it. `Film` when absent.',
        onState:
          'A function that is called with `{ timeSec, durationSec, isPlaying }` at each time that is shown, and ' +
          'whenever the film starts or stops.',
      },
    },
    {
      title: 'The player',
      text: ['What `createPlayer` returns:'],
      table: {
        ready: 'A promise that resolves when the first picture shows; it rejects when none comes in 30 s.',
        'play()':
          'Plays on, at the end from the beginning. Browsers play sound only after somebody clicked or typed in ' +
          'the page.',
        'pause()': 'Stands still.',
        'seek(timeSec)': 'Shows a time and stands still there.',
        state: 'Where it stands: `{ timeSec, durationSec, isPlaying }`.',
        frame: 'The `iframe` that shows it.',
        'close()': 'Takes the film out of the page.',
      },
    },
    {
      title: 'What it may do',
      text: [
        'The film runs in a frame with `sandbox="allow-scripts"`: it has no origin, so nothing in it, html clips ' +
          'included, reaches your page, its cookies or those of this service.',
        'A page with a Content-Security-Policy must let the frame, which inherits it, have inline scripts and ' +
          `styles, and media, fonts and scripts from \`${apiHost}\`.`,
        'The module is open to every origin (`Access-Control-Allow-Origin: *`): it is the same for everybody, ' +
          'holds no secret, and asks this service for nothing. Films and keys stay closed to other origins.',
        'It shows what the preview page shows; what that cannot draw is a `note` in the layout lint of `GET ' +
          '/v1/projects/{id}/preview`.',
      ],
    },
    { title: 'The script of this page', text: [], code: demoScript },
  ];
}
