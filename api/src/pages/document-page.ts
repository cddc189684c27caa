import { starters } from '@framemill/compositor/starters';
import { documentJsonSchema } from '@framemill/timeline/document';
import type { FastifyInstance } from 'fastify';
import { type DocsSection, docsPage, docsSections, sendDocsPage } from './docs-page.ts';

/** Path of the JSON Schema of documents. */
export const DOCUMENT_SCHEMA_PATH = '/v1/schema/document';

/** Descriptions of the fields of a document, in their order in the document. */
const parts: Record<string, string> = {
  version: 'Always 2.',
  settings: 'Name, size in pixels (even numbers), frames a second and the colour under the lowest track.',
  tracks:
    'Layers, the lowest first. `type` says what a track is for; `muted`, `visible` and `locked` are what they say.',
  clips:
    'What is seen and heard: `start` and `duration` in seconds, `trackIndex` the id of a track, `type` one of ' +
    'video, image, audio, text, shape, html, adjustment and composition. Nearly every other field has a default and ' +
    'may be left out.',
  markers: 'Named moments for editors. They draw nothing.',
  compositions:
    'Timelines inside the video, each with `id`, `name`, `settings`, `tracks` and `clips`. Clips of type composition ' +
    'show them; their `src` is the `id`. Absent means none.',
  'clips[].src': 'A source: the id of media of the account (`med_...`); in a file for `npm run render` a path.',
  'clips[].x, y, ...':
    '`x` and `y` from the centre of the canvas in pixels, y downwards; `scale` as a factor, `rotation` in ' +
    'degrees, `opacity` 0 to 1.',
  'clips[].kfX, ...':
    'Keyframes of `kfX`, `kfY`, `kfScale`, `kfOpacity` and others: `time` in seconds from the start of the clip, ' +
    '`value`, and `easing` towards the next.',
  'clips[].textStyle': 'Text and its style: font, colours, outline, shadow, box, animation, timed words.',
  'clips[].transition': 'How the clip takes over from the one before it on its track.',
  'clips[].effects, ...': '`effects` in the order that they apply in; `grade`, colours; `mask`, what is cut out.',
};

/** Serves /docs/document and the JSON Schema of documents. No credential needed. */
export function installDocumentPage(app: FastifyInstance, apiHost: string): void {
  const schema = `${JSON.stringify(documentJsonSchema(), null, 2)}\n`;
  app.get(DOCUMENT_SCHEMA_PATH, { schema: { hide: true } }, (_request, reply) =>
    reply
      .headers({ 'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*' })
      .type('application/schema+json; charset=utf-8')
      .send(schema),
  );
  const page = docsPage('Document format', docsSections(sections(apiHost)));
  app.get('/docs/document', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function sections(apiHost: string): DocsSection[] {
  return [
    {
      title: 'What it is',
      text: [
        'A project is one JSON document. Commands change it (`POST /v1/projects/{id}/commands`), a render ' +
          'freezes it, and `GET /v1/projects/{id}?view=document` answers it. `npm run render` renders a file with ' +
          'such a document on one machine, without the service.',
        `Its JSON Schema is at \`${DOCUMENT_SCHEMA_PATH}\`. An editor that knows it completes fields and marks ` +
          'mistakes; name it in the file:',
      ],
      code: `"$schema": "${apiHost}${DOCUMENT_SCHEMA_PATH}"`,
    },
    {
      title: 'Parts',
      text: ['Names of effects, filters, transitions and the rest are at `/docs/vocabulary`.'],
      table: parts,
    },
    {
      title: 'Begin',
      text: [
        `A starter renders as it is: ${starters.map(({ name, about }) => `\`${name}\` (${about})`).join('; ')}.`,
        'The check names the line and column of each error.',
      ],
      code: [
        'npm run render -- --init promo',
        'npm run render -- --check promo/project.json',
        'npm run render -- promo/project.json -o promo.mp4',
      ].join('\n'),
    },
    { title: 'The smallest document', text: ['One shape, two seconds.'], code: starterText('smallest') },
    {
      title: 'A rich document',
      text: [
        'Nine seconds in 9:16: two photographs that move and dissolve, a bar, animated titles, colour grading ' +
          'and markers.',
      ],
      code: starterText('promo'),
    },
  ];
}

function starterText(name: string): string {
  const starter = starters.find((one) => one.name === name);
  if (!starter) throw new Error(`there is no starter "${name}"`);
  return starter.project().trimEnd();
}

const variableSections = [
  {
    title: 'Where they stand',
    text: [
      '`{{name}}` and `{{name|default}}` stand in texts, timed words, sources (`src`) and html clips. Numbers ' +
        'and colours of a clip name theirs by field in `variables` of the clip (`updateClip`), the background in ' +
        '`backgroundVariable` (`setProjectSettings`).',
      '`GET /v1/projects/{id}/variables` lists them with type, default, range and uses. `changesDuration` says ' +
        'that the length of the film depends on one.',
    ],
    code: `{ "op": "addTextClip", "text": "Hello {{name|you}}", "start": 0, "duration": 3 }
{ "op": "updateClip", "clipId": "$0.clipId", "patch": { "variables": { "textStyle.color": "{{brand|#ff8800}}" } } }`,
  },
  {
    title: 'Values',
    text: [
      '`variables` of `POST /v1/renders`, of items of batches and of previews puts values in; `npm run render` ' +
        'has `--set name=value` and `--csv`. Each value is escaped for what it goes into and changes nothing else. ' +
        'A value of media is the id or URL of media of the account, on the command line a file.',
      'Unknown and missing names, and values of another type, are 400 with all their names. With `{}` the ' +
        'defaults are put in; without `variables` placeholders stay as they are.',
    ],
  },
  {
    title: 'Clips that last as long as their media',
    text: [
      '`duration: "media"` of `addClip`, `updateClip` and `trimClip` makes a video or audio clip play from its ' +
        'in-point to the end of its media, at its speed. In the document that is `durationFrom: "media"`; ' +
        '`duration` beside it is the length with the media of the project. Splitting the clip, or trimming it by ' +
        'hand, makes its length a number again.',
      'When a variable, or `replaceMedia`, puts other media in, the clip gets the length of that, and the film ' +
        'follows. Renders, quotes, items of batches, previews and the command line do this alike:',
      'After it: what begins at the old end of the clip or later moves by the difference, on all tracks: clips ' +
        'with their keyframes, words and transitions, and markers.',
      'Before it: what ends before the clip begins stays.',
      'Over it: beginnings, ends and keyframes of what lies over the clip keep their distance to the nearer end ' +
        'of it: time comes in, or goes, in its middle. A title of the first seconds stays there, a logo of the ' +
        'last seconds stays with the end.',
      'Under it: what begins in the first half of the clip and ends with it or later is drawn out or cut at its ' +
        'end: music and backgrounds still end with the film. Media that is too short then holds its last frame or ' +
        'is silent; let it loop.',
      'In the part that goes: where the clip becomes shorter, what lay in its middle is cut, and left out when ' +
        'nothing of it remains.',
      'Several of them: each moves what comes after it. Of those that end together the one that grows most ' +
        'counts. None is cut or drawn out by another.',
      'No length: an image, or media that ends before the in-point, is 400 with the `clipId`: put in a video or ' +
        'a sound, or give the clip its duration in seconds.',
    ],
    code: `{ "op": "addClip", "type": "video", "src": "{{clip|med_...}}", "start": 2, "duration": "media" }
POST /v1/renders { "projectId": "prj_...", "variables": { "clip": "med_..." } }
npm run render -- film.json --csv clips.csv -o 'film-{reference}.mp4'`,
  },
];

/** Serves /docs/variables, which explains variables and clip lengths that follow the media. No credential needed. */
export function installVariablesPage(app: FastifyInstance): void {
  const page = docsPage('Variables', docsSections(variableSections));
  app.get('/docs/variables', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}
