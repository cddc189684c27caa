import { Type } from '@framemill/timeline/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiDeps, ConsoleServices } from '../../deps.ts';
import { disconnected } from '../../http/disconnected.ts';
import { CostLimitExceeded } from '../../limiter/cost-limits.ts';
import { admit, createLimiter } from '../../limiter/limiter.ts';
import { IdParams } from '../../projects/fields.ts';
import type { ProjectRow } from '../../projects/project-record.ts';
import { findProject, loadProject } from '../../projects/project-store.ts';
import { variablesOfQuery } from '../../projects/variable-values.ts';
import { renderFrame, shownFilm } from '../../renders/render-frame.ts';
import { defineRoute } from '../../routing/define-route.ts';

/**
 * Rate limit of project frames, because rendering a frame takes time on a farm node. The editor requests a frame where
 * the playhead stops, and browsers cache the result.
 */
export const FRAME_BUCKET = { name: 'studio_frame', limit: 60 };

/** Route `GET /api/studio/projects/{id}/frame`: renders a frame as a JPEG at half size. */
export const getFrame = defineRoute({
  name: 'get-frame',
  method: 'GET',
  path: '/api/studio/projects/:id/frame',
  access: 'session',
  waits: () => true,
  summary:
    'A frame of a project as a render has it (JPEG, half its size). `X-Service-Rev` is the rev that it shows; it ' +
    'is kept by the browser when that is `rev`',
  params: IdParams,
  query: Type.Object({
    rev: Type.Integer({ minimum: 1, description: 'The rev that is wanted.' }),
    at: Type.Number({ minimum: 0, description: 'Seconds; clamped to the end.' }),
    variables: Type.Optional(Type.String({ description: 'Values of its variables as a JSON object, as in previews.' })),
  }),
  status: 200,
  answer: Type.Unknown({ description: 'image/jpeg' }),
  errors: ['not_found', 'invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'The first frame', query: { rev: 3, at: 0 } }],
  async handle({ params, query, session: { accountId }, request, reply }, deps) {
    await admit(createLimiter(deps.redis), accountId, FRAME_BUCKET, deps.metrics);
    const { at, variables } = query;
    const asked = { accountId, projectId: params.id, atSec: () => at, variables, request, reply };
    const { data, rev } = await projectFrame(deps, asked);
    const cache = rev === query.rev ? 'private, max-age=3600, immutable' : 'private, no-store';
    return reply
      .type('image/jpeg')
      .headers({ 'Cache-Control': cache, 'X-Service-Rev': String(rev) })
      .send(data);
  },
});

/**
 * Rate limit of project poster images, because rendering one takes time on a farm node. A page of projects has 50
 * posters, and browsers cache them.
 */
const POSTER_BUCKET = { name: 'studio_poster', limit: 120 };

/** Route `GET /api/studio/projects/{id}/poster`: renders the frame at a third of the duration as a JPEG. */
export const getPoster = defineRoute({
  name: 'get-poster',
  method: 'GET',
  path: '/api/studio/projects/:id/poster',
  access: 'session',
  waits: () => true,
  summary:
    'A picture of a project (JPEG, half its size), a third into the film; kept by the browser as long as `rev` ' +
    'is the same',
  params: IdParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1, description: 'Part of the address only.' }) }),
  status: 200,
  answer: Type.Unknown({ description: 'image/jpeg' }),
  errors: ['not_found', 'invalid_request', 'rate_limited', 'provider_error'],
  examples: [{ title: 'A poster', query: { rev: 3 } }],
  async handle({ params, session: { accountId }, request, reply }, deps) {
    await admit(createLimiter(deps.redis), accountId, POSTER_BUCKET, deps.metrics);
    const atSec = ({ durationSec }: { durationSec: number }) => durationSec / 3;
    const { data } = await projectFrame(deps, { accountId, projectId: params.id, atSec, request, reply });
    // The address contains the revision, so the response never changes.
    return reply.type('image/jpeg').header('Cache-Control', 'private, max-age=31536000, immutable').send(data);
  },
});

/** Frame requested by a page of the Studio, or by the editor in another product. */
interface Asked {
  accountId: string;
  projectId: string;
  /** Returns the time of the frame in seconds. Times after the end mean the last frame. */
  atSec(project: ProjectRow): number;
  /** Values of variables, as JSON. */
  variables?: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Services that a frame needs. */
export type FrameServices = ApiDeps & Pick<ConsoleServices, 'askThread'>;

/**
 * Renders a frame of a project as a JPEG at half size, and returns it with the project revision that it shows. Large
 * projects are read on a worker thread, which counts as an expensive call of their account. Throws `not_found`,
 * `invalid_request` for invalid values of variables, and the errors of `renderFrame` and `askThread`.
 */
export async function projectFrame(deps: FrameServices, asked: Asked): Promise<{ data: Buffer; rev: number }> {
  const { accountId, projectId, atSec, variables, reply } = asked;
  const values = variablesOfQuery(variables);
  try {
    const { row, document } = await loadProject(deps, accountId, projectId);
    const film = await shownFilm(deps, accountId, document, { values });
    const frame = await renderFrame(deps, accountId, film, atSec(row), disconnected(reply));
    return { data: frame.data, rev: row.rev };
  } catch (error) {
    if (!(error instanceof CostLimitExceeded)) throw error;
    return heavyFrame(deps, asked, error.units);
  }
}

async function heavyFrame(deps: FrameServices, asked: Asked, units: number) {
  const { accountId, projectId, atSec, variables, request, reply } = asked;
  const row = await findProject(deps, accountId, projectId);
  const query = new URLSearchParams({ format: 'image', at: String(atSec(row)), ...(variables ? { variables } : {}) });
  const url = `/v1/projects/${row.id}/preview?${query}`;
  return { data: await deps.askThread(request, reply, url, units), rev: row.rev };
}
