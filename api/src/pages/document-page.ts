import { starters } from '@framemill/compositor/starters';
import { documentJsonSchema } from '@framemill/timeline/document';
import type { FastifyInstance } from 'fastify';
import { type DocsSection, docsPage, docsSections, sendDocsPage } from './docs-page.ts';

/** Path of the JSON Schema of documents. */
export const DOCUMENT_SCHEMA_PATH = '/v1/schema/document';

/** Descriptions of the parts of a document, in the order of its fields. */
const parts: Record<string, string> = {
  version: 'Always 2.',
  settings: 'Name, size in pixels (even numbers), frames a second and the colour under the lowest track.',
  tracks:
    'Layers, the lowest first. `type` says what a track is for; `muted`, `visible` and `locked` are what they say.',
  clips:
    'What is seen and heard: `start` and `duration` in seconds, `trackIndex` the id of a track, `type` one of video, image, audio, text, shape, html and adjustment. ' +
    'Nearly every other field has a default and may be left out.',
  markers: 'Named moments for editors. They draw nothing.',
  'clips[].src': 'A source: the id of media of the account (`med_...`); in a file for `npm run render` a path.',
  'clips[].x, y, ...':
    '`x` and `y` from the centre of the canvas in pixels, y downwards; `scale` as a factor, `rotation` in degrees, `opacity` 0 to 1.',
  'clips[].kfX, ...':
    'Keyframes of `kfX`, `kfY`, `kfScale`, `kfOpacity` and others: `time` in seconds from the start of the clip, `value`, and `easing` towards the next.',
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
        'A project is one JSON document. Commands change it (`POST /v1/projects/{id}/commands`), a render freezes it, and `GET /v1/projects/{id}?view=document` answers it. `npm run render` renders a file with such a document on one machine, without the service.',
        `Its JSON Schema is at \`${DOCUMENT_SCHEMA_PATH}\`. An editor that knows it completes fields and marks mistakes; name it in the file:`,
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
        'Nine seconds in 9:16: two photographs that move and dissolve, a bar, animated titles, colour grading and markers.',
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
