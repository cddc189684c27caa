import type { Chapter } from './conformance-page.ts';

const projects = 'test/projects.test.ts: ';
const contract = 'test/contract.test.ts: ';
const renders = 'test/renders.test.ts: ';
const preview = 'test/preview.test.ts: ';
const imports = 'test/import.test.ts: ';
const workspaces = 'test/workspaces.test.ts: ';

/** Conformance chapter about features and routes that the API deliberately lacks. */
export const absent: Chapter = {
  title: 'Deliberately absent',
  proofs: [
    [
      'There is no public webhook management, analysis, chunked upload, social posting, recorder, inpainting or Flows.',
      `${contract}there is no route %s %s`,
    ],
    [
      'There is no `Idempotency-Key`.',
      `${contract}an Idempotency-Key does nothing: the same request twice makes two of what it makes`,
    ],
    [
      'API keys are server credentials; CORS on the API host is closed.',
      `${contract}open the API to no origin, not by a preflight either`,
    ],
    [
      'No scope grants social posting; `ai.analyze` and `webhooks.manage` open no v1 route.',
      `${contract}no scope grants social posting, and ai.analyze opens nothing`,
    ],
    [
      'v1 renders never take an inline timeline.',
      `${contract}renders take no document: one that is sent is ignored, and does not stand in for a project`,
    ],
  ],
};

/** Conformance chapter about the routes that exist. */
export const endpoints: Chapter = {
  title: 'Endpoints',
  proofs: [
    ['All requests carry a bearer token.', 'test/bad-input.test.ts: refuses no key: $method $path'],
    ['Each route needs its scope.', 'test/bad-input.test.ts: refuses a key without its scope: $method $path'],
    [
      'Bodies and responses are JSON as documented.',
      'test/routes.test.ts: work: $route.name, $example.title',
      'test/openapi.test.ts: is valid: the linter that others use finds no error',
    ],
    [
      '`POST /v1/projects` creates with commands; failing ones do not roll it back; 201 with results, blocked, ' +
        'lint and preview times.',
      `${projects}runs the commands, keeps what succeeded and says what failed`,
    ],
    [
      '`workspaceId` puts a new project into a workspace.',
      `${workspaces}hold projects from their creation on or by a move, and the list of projects shows one of them`,
    ],
    [
      'Views `summary`, `clips` and `document`; `clips` by default on one project.',
      `${projects}shows clips by default, and the document verbatim on request`,
    ],
    [
      '`view=document` is refused on lists: clips and a `note`.',
      `${projects}refuses documents in lists with a note and shows clips`,
    ],
    [
      'The list takes `workspace`.',
      `${workspaces}hold projects from their creation on or by a move, and the list of projects shows one of them`,
    ],
    [
      'Lists have `limit` 1-100 and `cursor`, and answer `nextCursor`.',
      `${projects}lists newest first in pages, every project once`,
      `${renders}are listed in pages, by project or of the account`,
      `${workspaces}are listed newest first in pages, each once, those of the account only`,
      'test/media.test.ts: lists and reads media of the account only',
    ],
    ['PATCH renames through `setProjectSettings`.', `${projects}renames the row and the document alike`],
    ['DELETE deletes; a second call answers 404.', `${projects}deletes once; the second call answers 404`],
    [
      'PUT moves a project to a workspace or to none.',
      `${workspaces}hold projects from their creation on or by a move, and the list of projects shows one of them`,
    ],
    ['`/commands` takes 1 to 200 commands.', 'test/bad-input.test.ts: takes exactly 1 and exactly 200 commands'],
    [
      'Commands apply in order; the answer names `ok`, `results`, `blocked`, `lint`, `timeline` and `hint`.',
      `${contract}keep what succeeded, say of each what happened, and answer 200`,
    ],
    [
      '`dryRun` runs the reducer and saves nothing.',
      `${projects}saves nothing on dryRun, nor when no command succeeds`,
    ],
    [
      'Plan-gated commands are dropped and named in `blocked`; that is no error.',
      `${projects}names plan-gated commands instead of running them`,
    ],
    [
      'A concurrent change answers 409 `stale_rev` with the current `rev`.',
      `${projects}lets no change of two at once get lost: the slower one answers 409`,
      `${projects}answers 409 stale_rev with the present rev when the sent rev is old`,
    ],
    [
      '`/validate` runs against the real document without saving, with `projects.read` only.',
      `${projects}validates without saving, with a read scope only`,
    ],
    [
      'Preview without `at` and `format`: JSON facts and lint, nothing rendered.',
      `${preview}without a time shows facts and lint and renders nothing`,
    ],
    [
      'Preview with `at`: a durable frame URL and a data URI.',
      `${preview}at a time adds the frame, as a durable address and as bytes`,
    ],
    [
      '`format=image`: a JPEG with the frame headers; beyond the end it is clamped; half the resolution.',
      `${preview}as an image is the JPEG with its facts in headers, clamped to the last frame`,
    ],
    [
      'A frame that cannot be rendered is 502 `provider_error`.',
      `${preview}of a frame that cannot be rendered is 502 provider_error, as JSON`,
    ],
    ['Responses of the API host refuse framing.', `${contract}name the request, the version and refuse framing: %s`],
    [
      '`POST /v1/renders` answers 202 with `render`, `applied` and `poll`.',
      `${renders}are queued with the defaults and can be polled`,
    ],
    ['`resolution` is `full`; any other text means half.', `${renders}take any other resolution as half`],
    ['A project without clips answers 400.', `${renders}of a project without clips answer 400`],
    [
      'The plan caps resolution (`maxHeight`, `cappedByPlan`), adds the watermark and gives priority.',
      `${contract}of Hobby are capped, watermarked and not preferred, and the answer says so`,
      `${contract}of Studio have no watermark and are preferred; 1080p is not capped`,
      '../scheduler/test/admission.test.ts: caps the size by the plan and burns the watermark in where the plan ' +
        'lacks its removal',
    ],
    [
      '`GET /v1/renders/{id}` answers `{ render }`.',
      `${renders}are polled from the mirror, and from the database when it is gone`,
    ],
    [
      '`GET /v1/renders` lists a project, or without `projectId` the account.',
      `${renders}are listed in pages, by project or of the account`,
    ],
    [
      'Uploads are refused over 32 MB or the plan cap, announced or not.',
      'test/media.test.ts: refuses more than 32 MB, announced or not',
    ],
    [
      'Imports stream up to the smaller of the plan cap and 512 MB.',
      `${imports}refuses what is announced as larger than 512 MB`,
      `${imports}stops at the plan's upload limit when nothing was announced`,
    ],
    ['An import has 120 s; an upstream failure is `provider_error`.', `${imports}takes %s for a failure over there`],
    [
      'An import fetches public addresses only, at every redirect.',
      'src/outbound/vet-target.test.ts: %s: %s',
      `${imports}refuses redirects %s`,
      `${imports}a name that resolves to something else a moment later is connected to what was checked`,
    ],
    [
      'Workspaces are created, read, renamed and deleted; a deleted one leaves its projects.',
      `${workspaces}are created, read, renamed and deleted`,
      `${workspaces}leave their projects behind, in no workspace, when they are deleted`,
    ],
    [
      '`GET /v1/usage` shows the month, together and by day.',
      'test/usage.test.ts: counts requests, renders, credits and storage of the month, and by day',
    ],
    [
      'Files under `/uploads/`, `/exports/` and `/fixtures/` are open to all origins, without credentials.',
      'test/media.test.ts: are open to all origins but cannot act as a page',
    ],
  ],
};
