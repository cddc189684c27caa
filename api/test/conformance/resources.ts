import type { Chapter } from './conformance-page.ts';

const projects = 'test/projects.test.ts: ';
const contract = 'test/contract.test.ts: ';
const document = '../timeline/src/document/parse-document.test.ts: ';
const reduce = '../timeline/src/reduce.test.ts: ';

/** Conformance chapter about resources and their fields. */
export const resources: Chapter = {
  title: 'Resources',
  proofs: [
    [
      'The base address is `{api_host}/v1`; `{api_host}/api/v1` is an alias of the same routes.',
      'test/guard.test.ts: is the same under /api/v1',
    ],
    [
      'A project is one document of settings, tracks and clips; `version` is 2.',
      `${document}createDocument makes the default document`,
    ],
    [
      'Every change is a named command applied by one reducer, over HTTP as anywhere.',
      'test/every-command.test.ts: %s does over HTTP what the reducer does',
    ],
    [
      'Nothing derived is stored; the duration is the greatest end of a clip.',
      `${contract}keep what succeeded, say of each what happened, and answer 200`,
    ],
    ['`settings.name` equals the name of the project row.', `${projects}renames the row and the document alike`],
    [
      'The order of tracks is the order of compositing; index 0 is the bottom.',
      '../timeline/src/evaluate/evaluator.test.ts: lies in the order of tracks, then of starts',
    ],
    [
      'Each keyframable property has an array `kf...` of its own.',
      `${document}every keyframable property has its own array`,
    ],
    [
      'The project record has id, name, timestamps, `durationSec`, `clipCount` and `settings`.',
      'test/openapi.test.ts: has an example of a %s that fits its own schema',
      `${projects}runs the commands, keeps what succeeded and says what failed`,
    ],
    [
      'View `clips` shows tracks and clip summaries with the first 120 characters of text, effects and keyframed ' +
        'properties.',
      `${projects}shows clips by default, and the document verbatim on request`,
    ],
    [
      'A command result is `{ op, ok, error?, data? }`; `addTextClip` and the like return `data.clipId`.',
      `${contract}keep what succeeded, say of each what happened, and answer 200`,
    ],
    [
      'There are at most 10 lint entries in an answer, warnings first.',
      '../timeline/src/lint/lint.test.ts: puts warnings first and stops at ten',
    ],
    [
      'The render record has the fields of the contract; `url` is set when COMPLETED, `error` when FAILED.',
      `${contract}of another account and of none are refused alike, and a render has every field of the record`,
      'test/renders.test.ts: are a finished sample at once (%s) and cost nothing',
      '../scheduler/test/renders.test.ts: ends the render after three failures, with the reason, and gives the ' +
        'export back',
    ],
    [
      '`GET /v1/me` shows account, plan, credits, exports, limits and the credential.',
      'test/guard.test.ts: tells who the caller is',
    ],
    [
      '`GET /v1/schema/commands` shows `description`, `enums` and `commands` with params and returns.',
      `${projects}lists every command in the schema with its parameters`,
      'test/every-command.test.ts: knows 79 commands and every value list',
    ],
    [
      'The reducer makes ids, normalises clips and resolves collisions; an overlapping clip goes to the next ' +
        'track, which is made if missing.',
      `${contract}push a clip that overlaps to the next track, and make the track when there is none`,
      `${reduce}is looked for on the next tracks of the type, and made above the last when there is none`,
    ],
    [
      'Commands are not idempotent: twice `addClip` makes two clips.',
      `${contract}an Idempotency-Key does nothing: the same request twice makes two of what it makes`,
    ],
    [
      'Media records carry id, name, status, kind, sizes, `url` and `posterUrl`.',
      'test/media.test.ts: answers with the record that a node probed',
      'test/ingest.test.ts: says what is still being made, and where it is then',
    ],
    [
      'A `src` is a media id, an upload URL of the caller or a fixture; all else is refused.',
      'test/media.test.ts: takes a media id, an upload URL or a fixture as the source of a clip, and nothing else',
    ],
    [
      'The same bytes uploaded twice by one account are stored once.',
      'test/media.test.ts: keeps the same bytes of one account once, and those of another apart',
      'test/media.test.ts: gives bytes that are there already the new name, and keeps their id',
    ],
    [
      'Additive: `PATCH /v1/media/{id}` renames, `DELETE /v1/media/{id}` deletes what no project and no running ' +
        'render uses.',
      'test/media.test.ts: is renamed, by its owner only, to a name of one line',
      'test/media.test.ts: is deleted once, with its bytes, and its storage is free again',
      'test/media.test.ts: is not deleted while a project uses it, by id or by address, and the answer says where',
    ],
    [
      'Every kind of media that the decoder reads is taken, SVG drawings too; what is refused is told in words.',
      '../infra/test/stack/ingest.test.ts: of every kind is shown and heard in a render',
      'test/media.test.ts: refuses %s before any node sees it, in words',
      'test/media.test.ts: serves a drawing as one that runs and fetches nothing',
    ],
    [
      'A render begins PENDING with progress 0, without url and error.',
      'test/renders.test.ts: are queued with the defaults and can be polled',
    ],
    [
      'PENDING, PROCESSING, COMPLETED; progress never goes back.',
      '../scheduler/test/renders.test.ts: goes from PENDING to COMPLETED, with every segment in order in its file',
      '../scheduler/test/renders.test.ts: never takes progress back and shows 100 only with COMPLETED',
    ],
    [
      'A render is cancelled by its route; a finished one answers 409.',
      'test/renders.test.ts: are cancelled once; a finished one answers 409',
    ],
    [
      'A failed or cancelled render gives its export back.',
      '../scheduler/test/admission.test.ts: gives the export back exactly once, however many cancel at once',
      '../scheduler/test/renders.test.ts: ends the render after three failures, with the reason, and gives the ' +
        'export back',
    ],
    [
      'A batch is no transaction; it is saved if one command succeeded.',
      `${projects}saves nothing on dryRun, nor when no command succeeds`,
      `${contract}keep what succeeded, say of each what happened, and answer 200`,
    ],
  ],
};
