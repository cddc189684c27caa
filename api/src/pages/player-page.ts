import { readFileSync } from 'node:fs';
import { starterImage } from '@framemill/compositor/starters';
import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { EXAMPLE_PATH } from '../player/engine-files.ts';
import { variablesOfQuery } from '../projects/variable-values.ts';
import { type DocsSection, docsPage, docsSections } from './docs-page.ts';
import { filmImages, imageFacts, playerFilm } from './player-film.ts';

const VIDEO_PATH = `${EXAMPLE_PATH}film.json`;
const SCRIPT_PATH = `${EXAMPLE_PATH}example.js`;

/** Content security policy of the player's page. Its engine needs WebAssembly and a worker of this service. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self'",
  "media-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves /docs/player, which demonstrates and describes the element `<framemill-player>`, and the sample video that it
 * plays. No credential needed.
 */
export function installPlayerPage(app: FastifyInstance, { apiHost }: Pick<ApiDeps, 'apiHost'>): void {
  const schema = { hide: true };
  const page = docsPage('Player', `<p class="lead">${LEAD}</p>${EXAMPLE}${docsSections(sections(apiHost))}`);
  app.get('/docs/player', { schema }, (_request, reply) =>
    reply.header('Content-Security-Policy', POLICY).type('text/html; charset=utf-8').send(page),
  );
  app.get(SCRIPT_PATH, { schema }, (_request, reply) =>
    reply.header('Cache-Control', 'public, no-cache').type('text/javascript; charset=utf-8').send(script),
  );
  app.get<{ Querystring: { variables?: string } }>(VIDEO_PATH, { schema }, async ({ query }, reply) => {
    const document = playerFilm(variablesOfQuery(query.variables));
    const media = Object.fromEntries(
      filmImages.map((name) => [name, { url: name, previewUrl: null, facts: imageFacts }]),
    );
    reply.header('Cache-Control', 'public, max-age=3600');
    return { document, media };
  });
  for (const name of filmImages) {
    const data = readFileSync(starterImage(name));
    app.get(`${EXAMPLE_PATH}${name}`, { schema }, (_request, reply) =>
      reply.header('Cache-Control', 'public, max-age=86400').type('image/webp').send(data),
    );
  }
}

const LEAD =
  'One element plays a project or a template on any page. It draws the frames of a render in the browser of the ' +
  'viewer. Nothing is rendered on a server.';

const EXAMPLE = `<framemill-player id="video" src="${VIDEO_PATH}" controls></framemill-player>
<p class="controls"><label for="title">Title</label>
<input id="title" maxlength="30" value="Above the clouds">
<label for="color">Colour</label><input id="color" type="color" value="#ffb765"></p>
<script type="module" src="/vendor/framemill-player.js"></script>
<script type="module" src="${SCRIPT_PATH}"></script>`;

/** Script that the page runs, and also displays as an example. */
const script = `const ids = ['video', 'title', 'color'];
const [video, title, color] = ids.map((id) => document.getElementById(id));

for (const input of [title, color]) {
  input.addEventListener('change', () => {
    video.variables = { title: title.value, color: color.value };
  });
}
`;

function sections(apiHost: string): DocsSection[] {
  const { origin } = new URL(apiHost);
  return [
    {
      title: 'Use it',
      text: [
        'Your server creates an address with its key, and puts the address into the page. Keys belong in no page.',
      ],
      code: `# On your server
curl ${apiHost}/v1/projects/prj_.../player-addresses \\
  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\
  -d '{ "expiresInSec": 86400 }'

<!-- On your page -->
<script type="module"
  src="${apiHost}/vendor/framemill-player.js"></script>
<framemill-player controls src="${apiHost}/player/.../film.json"
  variables='{"name":"Ada"}'></framemill-player>`,
    },
    {
      title: 'Addresses',
      text: [
        '`POST /v1/projects/{id}/player-addresses` needs the scope `render.read`. Anyone who has an address can play ' +
          'the project, and can read its document and its media, until the address expires: after an hour, or after ' +
          '`expiresInSec` seconds (up to 30 days). An address shows the project as it is now; viewers see a change ' +
          'after a minute. A single address cannot be revoked. Deleting the project ends all of them.',
        '`variables` of the request are fixed: pages cannot change them. Pages can set the other variables, at most ' +
          '50 with 8,000 characters of JSON in all, but none that names media. A variable without a default needs a ' +
          'value. `aspect` selects another aspect ratio.',
      ],
    },
    {
      title: 'Attributes',
      text: ['Each is also a property.'],
      table: {
        src: 'Address of the video.',
        variables: 'Values of variables, as a JSON object. As a property also an object. A change keeps the time.',
        controls: 'Shows controls and takes keys.',
        poster: 'Address of an image that is shown until the first frame.',
        autoplay:
          'Plays as soon as the video is loaded. Browsers play audio only after a click in the page: until then, the ' +
          'video plays without.',
        muted: 'Plays without audio. No audio is loaded.',
        loop: 'Starts again at the end.',
      },
    },
    {
      title: 'Properties, methods and events',
      text: ['They have the meanings of those of `<video>`.'],
      table: {
        'play(), pause()': '`play` returns a promise, which rejects when the video cannot be loaded.',
        'currentTime, duration': 'Seconds. `duration` is `NaN` until the video is loaded.',
        'paused, ended, muted, volume': 'The state. `volume` is 0 to 1.',
        'videoWidth, videoHeight': 'Size of the video in pixels.',
        error: '`null`, or an object with a `message` for the viewer. The player shows it too.',
        warnings: 'What is played unlike the render: a list of objects with a `code` and a `message`. See below.',
        events:
          '`loadedmetadata`, `play`, `pause`, `seeked`, `timeupdate` (four times a second), `volumechange`, `ended`, ' +
          '`error`, `warning` (there is a new one in `warnings`).',
      },
    },
    {
      title: 'Warnings',
      text: ['The player plays on, and does not show them. Codes:'],
      table: {
        html_clips: 'The video has html clips, which are not drawn. The message names them.',
        audio_blocked: 'The browser plays no audio before a click or a key. It starts then.',
        audio_by_elements:
          'The audio of the render cannot be mixed: the browser has no `AudioDecoder`, or cannot decode a file. The ' +
          'message names it. Audio elements play the audio, without reversed clips, panning, pitch, audio effects, ' +
          'ducking and loudness.',
      },
    },
    {
      title: 'Keys',
      text: ['With `controls`, while the player has the focus:'],
      table: {
        Space: 'Play or pause.',
        'Left, Right': '5 seconds back or forward.',
        'Up, Down': 'Louder or quieter.',
        'Home, End': 'The beginning or the end.',
        M: 'Mute.',
        F: 'Full screen.',
      },
    },
    {
      title: 'Style',
      text: [
        'The player is as wide as its place, with the proportions of the video. The parts `stage`, `frame`, `poster`, ' +
          '`busy`, `error`, `controls`, `play-button`, `timeline`, `time`, `mute-button`, `volume` and ' +
          '`fullscreen-button` can be styled.',
      ],
      code: `framemill-player { --framemill-accent: #4f8cff; --framemill-background: #101418; }
framemill-player::part(controls) { border-radius: 8px; margin: 8px; }`,
    },
    {
      title: 'React',
      text: ['React 19 sets properties of elements, and takes their events. This is a component:'],
      code: `import { useEffect } from 'react';

/** Plays the video at the address \`src\`. */
export function FramemillPlayer({ variables = {}, onEnded, ...rest }) {
  // Loaded in the browser only.
  useEffect(() => void import('${apiHost}/vendor/framemill-player.js'), []);
  const values = JSON.stringify(variables);
  return <framemill-player variables={values} onended={onEnded} {...rest} />;
}

<FramemillPlayer src={address} variables={{ name: 'Ada' }} controls onEnded={showNext} />`,
    },
    {
      title: 'What it needs',
      text: [
        'A page over HTTPS or on localhost, in a browser with WebAssembly, OffscreenCanvas and, for videos, ' +
          'WebCodecs: current versions of Chrome, Edge, Firefox and Safari. The player says what is missing.',
        'The video is loaded when the player comes near the viewport, and each file when it is first shown. While it ' +
          'plays, it draws the largest of 1, 3/4, 1/2 and 1/4 of its size that keeps time, from the preview copies of ' +
          'videos. When it is paused, it draws its full size from the originals.',
        'The audio is that of a render, sample by sample, with its effects, fades and ducking. It is mixed in the ' +
          'browser, and the images follow it.',
        `A content security policy of the page must have \`script-src ${origin} 'wasm-unsafe-eval'\`, ` +
          `\`connect-src ${origin}\`, \`media-src ${origin}\` and \`worker-src blob: ${origin}\`.`,
      ],
    },
    {
      title: 'Limits',
      text: [
        'Html clips are left out, with a warning; the preview player at `/docs/preview-player` shows them. Watermarks ' +
          'are not drawn.',
      ],
    },
    { title: 'The script of this page', text: [], code: script },
  ];
}
