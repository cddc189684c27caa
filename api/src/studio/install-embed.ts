import { finished } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bundledOnce, bundleForBrowser } from '@framemill/compositor/page';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requirePlanOf } from '../auth/authenticate.ts';
import type { ConsoleServices } from '../deps.ts';
import { requireMedia } from '../embed/embed-access.ts';
import { findEmbedSession, originsOf } from '../embed/embed-sessions.ts';
import { mediaOfProject } from '../embed/project-media.ts';
import { openToAllOrigins } from '../files/public-files.ts';
import { clientNetwork } from '../http/client-network.ts';
import { inputReader, refuseUnstorable } from '../http/input.ts';
import { afterCursor, DEFAULT_PAGE_SIZE, newestFirst, PagingQuery, pageOf } from '../http/paging.ts';
import { admit, type Limiter } from '../limiter/limiter.ts';
import { mediaRecord, withIngests } from '../media/media-record.ts';
import { sendScript, sendStage } from '../player/vendor-files.ts';
import { takeOne } from '../routing/guard.ts';
import { EMBED_PREFIX } from '../routing/register-routes.ts';
import type { StreamEvent, StreamOptions } from './event-streams.ts';
import type { SendPage } from './install-studio.ts';
import { projectStream } from './routes/events.ts';
import { FRAME_BUCKET, projectFrame } from './routes/frames.ts';

/** Services of the embedded editor. `askThread` runs calls of embed sessions. */
type EmbedServices = ConsoleServices & { limiter: Limiter };

/** Requests of a network per minute for the pages of embedded editors. */
const PAGE_BUCKET = { name: 'embed_page', limit: 120 };

const elementScript = bundledOnce(() =>
  bundleForBrowser(fileURLToPath(new URL('../embed/browser/editor-element.ts', import.meta.url)), { format: 'esm' }),
);

/**
 * Serves the element `<framemill-editor>` as /vendor/framemill-editor.js, and for each embed session the page of its
 * editor, which only pages of the session's origins can show.
 */
export function installEmbedPages(app: FastifyInstance, deps: EmbedServices, sendPage: SendPage): void {
  const schema = { hide: true };
  app.get('/vendor/framemill-editor.js', { schema }, (request, reply) =>
    sendScript(elementScript, request, openToAllOrigins(reply)),
  );
  type IdOnly = { Params: { id: string } };
  const originsFor = async ({ ip, params }: FastifyRequest<IdOnly>, reply: FastifyReply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    await admit(deps.limiter, clientNetwork(ip), PAGE_BUCKET, deps.metrics);
    const origins = await originsOf(deps, params.id);
    if (origins !== null) return origins;
    throw new FramemillError('not_found', 'This embed session has ended. The page can ask its server for a new one.');
  };
  app.get<IdOnly>('/embed/:id', { schema }, async (request, reply) => {
    const origins = await originsFor(request, reply);
    return sendPage(reply.removeHeader('X-Frame-Options'), 'embed.html', origins);
  });
  app.get<IdOnly>('/embed/:id/stage.html', { schema }, async (request, reply) =>
    sendStage(reply, await originsFor(request, reply)),
  );
}

/**
 * Installs the calls that only embedded editors send, below `EMBED_PREFIX`: the session, the media that it can reach,
 * frames and events of the project. All other calls there are refused.
 */
export function installEmbedCalls(app: FastifyInstance, deps: EmbedServices): void {
  const schema = { hide: true };

  /** Authenticates a request, and counts it. */
  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const entered = await findEmbedSession(deps, request.headers.authorization);
    request.queryOwner.id = entered.caller.accountId;
    refuseUnstorable('query', request.query);
    reply.header('Cache-Control', 'no-store');
    await takeOne(deps.limiter, entered.caller, reply, deps);
    requirePlanOf(entered.caller);
    return entered;
  }

  /** Like `enter`. The request then counts as one of the concurrent requests of its account. */
  async function enterInTurn(request: FastifyRequest, reply: FastifyReply) {
    const entered = await enter(request, reply);
    finished(reply.raw, await deps.semaphore.enter(entered.caller.accountId));
    return entered;
  }

  app.get(`${EMBED_PREFIX}/session`, { schema }, async (request, reply) => {
    const { session } = await enter(request, reply);
    return { session };
  });

  app.get(`${EMBED_PREFIX}/media`, { schema }, async (request, reply) => {
    const { accountId, embed } = (await enterInTurn(request, reply)).caller;
    const { cursor, limit = DEFAULT_PAGE_SIZE } = readPaging(request.query);
    const ids = [...embed.mediaIds, ...(await mediaOfProject(deps, embed.projectId))];
    const rows = await deps.database.client.media.findMany({
      where: { accountId, id: { in: ids }, ...afterCursor(cursor, 'med') },
      orderBy: newestFirst,
      take: limit + 1,
      include: withIngests,
    });
    const { page, nextCursor } = pageOf(rows, limit);
    return { media: page.map(mediaRecord), nextCursor };
  });

  app.get(`${EMBED_PREFIX}/frame`, { schema }, async (request, reply) => {
    const { accountId, embed } = (await enter(request, reply)).caller;
    const query = readFrame(request.query);
    await requireMedia(deps, { params: {}, query, body: {} }, embed);
    await admit(deps.limiter, embed.sessionId, FRAME_BUCKET, deps.metrics);
    const { at, variables } = query;
    const order = { accountId, projectId: embed.projectId, atSec: () => at, variables, request, reply };
    const { data } = await projectFrame(deps, order);
    return reply.type('image/jpeg').send(data);
  });

  app.get(`${EMBED_PREFIX}/events`, { schema }, async (request, reply) => {
    const { accountId, embed } = (await enter(request, reply)).caller;
    const { channels, ...stream } = await projectStream(deps, accountId, embed.projectId);
    const showsRenders = embed.permissions.includes('render');
    return deps.streams.open(request, reply, {
      ...stream,
      ownerId: embed.sessionId,
      channels: withoutAccount(channels, showsRenders),
      check: () => findEmbedSession(deps, request.headers.authorization),
    });
  });

  // Before the body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const { embed } = (await enter(request, reply)).caller;
    const message = 'An embed session cannot make this call.';
    throw new FramemillError('insufficient_scope', message, { granted: embed.permissions });
  };
  app.all(`${EMBED_PREFIX}/*`, { schema, onRequest }, (_request, reply) => reply.callNotFound());
}

const readPaging = inputReader(Type.Object(PagingQuery), 'query');

const readFrame = inputReader(
  Type.Object({ at: Type.Number({ minimum: 0 }), variables: Type.Optional(Type.String()) }),
  'query',
);

/**
 * Removes from the events of a project the ids of the account's other media and of its programs, the comments, the open
 * editors of the Studio, and renders unless `showsRenders`.
 */
function withoutAccount(channels: StreamOptions['channels'], showsRenders: boolean): StreamOptions['channels'] {
  const ownPart = (event: StreamEvent): readonly StreamEvent[] => {
    if (event.name === 'media') return [{ ...event, data: {} }];
    if (event.name === 'comment' || event.name === 'presence') return [];
    if (event.name === 'commands') return [{ ...event, data: { ...Object(event.data), programId: null } }];
    return event.name === 'render' && !showsRenders ? [] : [event];
  };
  const entries = Object.entries(channels);
  return Object.fromEntries(
    entries.map(([name, toEvents]) => [name, (event: unknown) => toEvents(event).flatMap(ownPart)]),
  );
}
