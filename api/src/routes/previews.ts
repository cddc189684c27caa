import { type CompositionPage, compositionPage } from '@framemill/compositor/page';
import { isUsable, resolveSources } from '@framemill/scheduler';
import { type AspectRatio, type Document, durationSec, lint, suggestedPreviewTimes } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { FastifyReply } from 'fastify';
import type { ApiDeps } from '../deps.ts';
import { documentFonts, measureWithFonts } from '../fonts/document-fonts.ts';
import { disconnected } from '../http/disconnected.ts';
import { requireWithin } from '../limiter/cost-limits.ts';
import { LintSchema } from '../projects/command-batch.ts';
import { mediaLookup, sourcesOf } from '../projects/command-context.ts';
import { IdParams } from '../projects/fields.ts';
import { loadProject, type Project } from '../projects/project-store.ts';
import { variablesOfQuery } from '../projects/variable-values.ts';
import { AspectSchema } from '../renders/output-schema.ts';
import { FRAME_BUCKET, type PreviewFrame, renderFrame, renderKeptFrame, shownFilm } from '../renders/render-frame.ts';
import { defineRoute } from '../routing/define-route.ts';
import { DOCUMENT_MS_PER_UNIT, PAGE_MS_PER_UNIT } from '../threads/call-length.ts';

/** Route that previews a project as metadata, a frame or an HTML page: GET /v1/projects/{id}/preview. */
export const previewProject = defineRoute({
  name: 'preview-project',
  method: 'GET',
  path: '/projects/:id/preview',
  access: 'render.read',
  summary: 'Preview a project',
  description:
    'Without `at` and `format`: facts and layout lint, nothing is rendered. With `at`: also one frame, as a ' +
    'durable URL (30 days) and as a data URI. With `format=image`: the frame itself as a JPEG. Frames are half ' +
    'the size of the project; 10 a minute. With `format=html`: a web page of the whole composition, driven by ' +
    'the paused timeline `window.__timelines.main`; its addresses are relative to the root of this host. With ' +
    '`aspect` all of it is of the film laid out for that aspect ratio, as a render with it is.',
  params: IdParams,
  query: Type.Object({
    format: Type.Optional(Type.Enum(['image', 'html', 'json'], { description: 'Default json.' })),
    at: Type.Optional(Type.Number({ minimum: 0, description: 'Seconds; clamped to the end. Default 0 for an image.' })),
    aspect: Type.Optional(AspectSchema),
    variables: Type.Optional(
      Type.String({ description: 'Values of the variables of the project as a JSON object, such as {"name":"Ana"}.' }),
    ),
  }),
  status: 200,
  answer: Type.Object({
    projectId: Type.String(),
    durationSec: Type.Number(),
    canvas: Type.Object({ width: Type.Number(), height: Type.Number(), fps: Type.Number(), background: Type.String() }),
    clipCount: Type.Integer(),
    lint: Type.Array(LintSchema, { maxItems: 10 }),
    suggestedPreviewTimes: Type.Array(Type.Number()),
    compositionUrl: Type.String(),
    frame: Type.Optional(
      Type.Object({
        timeSec: Type.Number(),
        width: Type.Integer(),
        height: Type.Integer(),
        url: Type.String(),
        dataUri: Type.String(),
      }),
    ),
  }),
  answerHeaders: {
    'X-Service-Frame-Time': Type.Number({ description: 'With format=image: seconds into the film.' }),
    'X-Service-Frame-Width': Type.Integer({ description: 'With format=image: pixels.' }),
    'X-Service-Frame-Height': Type.Integer({ description: 'With format=image: pixels.' }),
    'X-Service-Media-Count': Type.Integer({ description: 'With format=html: media files that the page names.' }),
  },
  otherAnswers: ['image/jpeg', 'text/html'],
  errors: ['not_found', 'provider_error', 'not_configured'],
  examples: [{ title: 'Facts and lint' }, { title: 'As it would be upright', query: { aspect: '9:16' } }],
  extraBucket: (rawQuery) => (asksForFrame(rawQuery) ? FRAME_BUCKET : null),
  waits: asksForFrame,
  msPerUnit: (rawQuery) => (asksForPage(rawQuery) ? PAGE_MS_PER_UNIT : DOCUMENT_MS_PER_UNIT),
  async handle({ params, query, caller, reply }, deps) {
    const values = variablesOfQuery(query.variables);
    const stored = await loadProject(deps, caller.accountId, params.id);
    const film = await shownFilm(deps, caller.accountId, stored.document, { values, aspect: query.aspect });
    const project = { ...stored, document: film };
    if (query.format === 'html') return sendPage(reply, await htmlPage(deps, caller.accountId, project.document));
    if (query.format === 'image') {
      const frame = await renderFrame(deps, caller.accountId, project.document, query.at ?? 0, disconnected(reply));
      return sendImage(reply, frame);
    }
    const facts = await previewFacts(deps, caller.accountId, project, query.aspect);
    if (query.at === undefined) return facts;
    const frame = await renderKeptFrame(deps, caller.accountId, project.document, query.at, disconnected(reply));
    const { timeSec, width, height, objectKey, data } = frame;
    const dataUri = `data:image/jpeg;base64,${data.toString('base64')}`;
    return { ...facts, frame: { timeSec, width, height, url: `/${objectKey}`, dataUri } };
  },
});

function asksForFrame(rawQuery: unknown): boolean {
  if (typeof rawQuery !== 'object' || rawQuery === null) return false;
  return 'at' in rawQuery || ('format' in rawQuery && rawQuery.format === 'image');
}

function asksForPage(rawQuery: unknown): boolean {
  return typeof rawQuery === 'object' && rawQuery !== null && 'format' in rawQuery && rawQuery.format === 'html';
}

async function previewFacts(
  deps: ApiDeps,
  accountId: string,
  { row, document }: Project,
  aspect: AspectRatio | undefined,
) {
  const { width, height, fps, background } = document.settings;
  return {
    projectId: row.id,
    durationSec: durationSec(document),
    canvas: { width, height, fps, background },
    clipCount: document.clips.length,
    lint: lint(document, {
      media: await mediaLookup(deps, accountId, sourcesOf(document)),
      measureText: await measureWithFonts(deps, accountId, document),
    }),
    suggestedPreviewTimes: suggestedPreviewTimes(document),
    compositionUrl: `/v1/projects/${row.id}/preview?format=html${aspect === undefined ? '' : `&aspect=${aspect}`}`,
  };
}

function sendImage(reply: FastifyReply, frame: PreviewFrame): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'image/jpeg',
      'Cache-Control': 'private, no-store',
      'X-Service-Frame-Time': String(frame.timeSec),
      'X-Service-Frame-Width': String(frame.width),
      'X-Service-Frame-Height': String(frame.height),
    })
    .send(frame.data);
}

function sendPage(reply: FastifyReply, { html, mediaCount }: CompositionPage): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Service-Media-Count': String(mediaCount),
    })
    .send(html);
}

/**
 * Builds the HTML preview of a document with the account's own media.
 * Media of other accounts, and media that is not ready, is left out. On the main thread, throws `CostLimitExceeded` for
 * large documents; a worker thread then repeats the call.
 */
async function htmlPage(deps: ApiDeps, accountId: string, document: Document): Promise<CompositionPage> {
  const clips = document.clips.length;
  const characters = document.clips.reduce((sum, { textStyle }) => sum + (textStyle?.content.length ?? 0), 0);
  requireWithin(deps, 'pageClips', clips, { clips, characters });
  requireWithin(deps, 'pageLetters', characters, { clips, characters });
  const sources = await resolveSources(deps, accountId, sourcesOf(document));
  return compositionPage({
    document,
    engine: deps.textEngine,
    fonts: await documentFonts(deps, accountId, document),
    media: (src) => {
      const source = sources.get(src);
      if (!source || !isUsable(source)) return null;
      const { facts, objectKey, posterKey } = source;
      const isPoster = facts.kind === 'animation' && posterKey !== null;
      return { facts, url: `/${objectKey}`, ...(isPoster ? { pictureUrl: `/${posterKey}` } : {}) };
    },
  });
}
