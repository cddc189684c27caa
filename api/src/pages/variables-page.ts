import type { FastifyInstance } from 'fastify';
import { docsPage, docsSections, sendDocsPage } from './docs-page.ts';

const sections = [
  {
    title: 'Where they stand',
    text: [
      '`{{name}}` and `{{name|default}}` stand in texts, timed words, sources (`src`) and html clips. Numbers and colours of a clip name theirs by field in `variables` of the clip (`updateClip`), the background in `backgroundVariable` (`setProjectSettings`).',
      '`GET /v1/projects/{id}/variables` lists them with type, default, range and uses. `changesDuration` says that the length of the film depends on one.',
    ],
    code: `{ "op": "addTextClip", "text": "Hello {{name|you}}", "start": 0, "duration": 3 }
{ "op": "updateClip", "clipId": "$0.clipId", "patch": { "variables": { "textStyle.color": "{{brand|#ff8800}}" } } }`,
  },
  {
    title: 'Values',
    text: [
      '`variables` of `POST /v1/renders`, of items of batches and of previews puts values in; `npm run render` has `--set name=value` and `--csv`. Each value is escaped for what it goes into and changes nothing else. A value of media is the id or URL of media of the account, on the command line a file.',
      'Unknown and missing names, and values of another type, are 400 with all their names. With `{}` the defaults are put in; without `variables` placeholders stay as they are.',
    ],
  },
  {
    title: 'Clips that last as long as their media',
    text: [
      '`duration: "media"` of `addClip`, `updateClip` and `trimClip` makes a video or audio clip play from its in-point to the end of its media, at its speed. In the document that is `durationFrom: "media"`; `duration` beside it is the length with the media of the project. Splitting the clip, or trimming it by hand, makes its length a number again.',
      'When a variable, or `replaceMedia`, puts other media in, the clip gets the length of that, and the film follows. Renders, quotes, items of batches, previews and the command line do this alike:',
      'After it: what begins at the old end of the clip or later moves by the difference, on all tracks: clips with their keyframes, words and transitions, and markers.',
      'Before it: what ends before the clip begins stays.',
      'Over it: beginnings, ends and keyframes of what lies over the clip keep their distance to the nearer end of it: time comes in, or goes, in its middle. A title of the first seconds stays there, a logo of the last seconds stays with the end.',
      'Under it: what begins in the first half of the clip and ends with it or later is drawn out or cut at its end: music and backgrounds still end with the film. Media that is too short then holds its last frame or is silent; let it loop.',
      'In the part that goes: where the clip becomes shorter, what lay in its middle is cut, and left out when nothing of it remains.',
      'Several of them: each moves what comes after it. Of those that end together the one that grows most counts. None is cut or drawn out by another.',
      'No length: an image, or media that ends before the in-point, is 400 with the `clipId`: put in a video or a sound, or give the clip its duration in seconds.',
    ],
    code: `{ "op": "addClip", "type": "video", "src": "{{clip|med_...}}", "start": 2, "duration": "media" }
POST /v1/renders { "projectId": "prj_...", "variables": { "clip": "med_..." } }
npm run render -- film.json --csv clips.csv -o 'film-{reference}.mp4'`,
  },
];

/** Serves /docs/variables, which explains variables and clip lengths that follow the media. No credential needed. */
export function installVariablesPage(app: FastifyInstance): void {
  const page = docsPage('Variables', docsSections(sections));
  app.get('/docs/variables', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}
