import { hash } from 'node:crypto';
import { finished } from 'node:stream';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CommentTextSchema, newCommentFields } from '../comments/comment-record.ts';
import { addAnswer, addComment, listThreads } from '../comments/comment-store.ts';
import type { ConsoleServices } from '../deps.ts';
import { clientNetwork } from '../http/client-network.ts';
import { inputReader, refuseUnstorable } from '../http/input.ts';
import { PagingQuery } from '../http/paging.ts';
import { admit, type Limiter } from '../limiter/limiter.ts';
import { signPlayerAddress } from '../player/player-addresses.ts';
import { findReviewLink, type OpenReview, personName } from '../review/review-links.ts';
import type { SendPage } from './install-studio.ts';
import { placeFields, putWindow, removeWindow } from './project-presence.ts';

type ReviewServices = ConsoleServices & { limiter: Limiter };

/** Path prefix of the calls of the review page. */
const REVIEW_PREFIX = '/api/review';

/** Requests of a network per minute for the review page and its calls. Guesses of tokens count too. */
const REVIEW_BUCKET = { name: 'review', limit: 240 };

/** New comments of a network, and of all guests of a link, per minute. */
const WRITE_BUCKETS = {
  network: { name: 'review_comment', limit: 10 },
  link: { name: 'review_link_comment', limit: 30 },
};

/** Messages about the places of guests of a network, and of all guests of a link, per minute. */
const PLACE_BUCKETS = {
  network: { name: 'review_place', limit: 240 },
  link: { name: 'review_link_place', limit: 600 },
};

/** Maximum size of a body in bytes. A text of maximum length fits. */
const BODY_BYTES = 24_000;

/** Maximum size of a message about the place of a guest, in bytes. */
const PLACE_BYTES = 2_000;

/** Lifetime of the player's address in seconds. A page that stays open has loaded the video by then. */
const PLAYER_SEC = 3_600;

/** Formats that browsers play. */
const PLAYABLE = ['mp4', 'webm'];

/** Source list that matches no page. */
const NOBODY = ["'none'"];

/**
 * Serves the page of review links, and the calls that only this page sends. The page is the same for all links: the
 * token is in the fragment of its address, which browsers do not send. A token opens nothing else.
 */
export function installReview(app: FastifyInstance, deps: ReviewServices, sendPage: SendPage): void {
  const schema = { hide: true };
  const { limiter, metrics } = deps;

  app.get('/review', { schema }, async ({ ip }, reply) => {
    await admit(limiter, clientNetwork(ip), REVIEW_BUCKET, metrics);
    return sendPage(reply.header('Referrer-Policy', 'no-referrer'), 'review.html', NOBODY);
  });

  /**
   * Opens the link of a request, which then counts as one of the concurrent requests of the link. It takes no place of
   * the account, whose own requests would otherwise wait for a guest who reads slowly. `bucket` counts the requests of
   * a network.
   */
  async function enter(request: FastifyRequest, reply: FastifyReply, bucket = REVIEW_BUCKET): Promise<OpenReview> {
    reply.header('Cache-Control', 'no-store');
    await admit(limiter, clientNetwork(request.ip), bucket, metrics);
    const review = await findReviewLink(deps, request.headers.authorization);
    request.queryOwner.id = review.accountId;
    refuseUnstorable('query', request.query);
    refuseUnstorable('path', request.params);
    finished(reply.raw, await deps.semaphore.enter(`review:${review.link.id}`));
    return review;
  }

  /** Like `enter`, for a call that reads or writes comments. Throws `insufficient_scope` for a link without them. */
  async function enterComments(request: FastifyRequest, reply: FastifyReply) {
    const { link, accountId } = await enter(request, reply);
    if (link.mayComment) return { linkId: link.id, project: { accountId, projectId: link.projectId } };
    const message = 'This review link is to watch the video, without comments. Ask its owner for another one.';
    throw new FramemillError('insufficient_scope', message, { granted: [] });
  }

  /** Like `enterComments`, for a call that writes. */
  async function enterWriting(request: FastifyRequest, reply: FastifyReply) {
    const entered = await enterComments(request, reply);
    await admit(limiter, clientNetwork(request.ip), WRITE_BUCKETS.network, metrics);
    await admit(limiter, entered.linkId, WRITE_BUCKETS.link, metrics);
    return entered.project;
  }

  app.get(REVIEW_PREFIX, { schema }, async (request, reply) => {
    const review = await enter(request, reply);
    const { mayComment, recipient, expiresAt } = review.link;
    return {
      project: review.project,
      ...{ mayComment, recipient, expiresAt: expiresAt.toISOString() },
      video: await videoOf(deps, review),
    };
  });

  app.get(`${REVIEW_PREFIX}/comments`, { schema }, async (request, reply) => {
    const { project } = await enterComments(request, reply);
    const { cursor, limit = 100 } = readPaging(request.query);
    return listThreads(deps, project, { limit, isOwner: false, ...(cursor === undefined ? {} : { cursor }) });
  });

  const written = { schema, bodyLimit: BODY_BYTES };
  app.post(`${REVIEW_PREFIX}/comments`, written, async (request, reply) => {
    const project = await enterWriting(request, reply);
    const { name, ...comment } = readComment(request.body);
    reply.code(201);
    return { comment: await addComment(deps, project, { ...comment, author: guest(name) }) };
  });

  app.post<{ Params: { id: string } }>(`${REVIEW_PREFIX}/comments/:id/answers`, written, async (request, reply) => {
    const project = await enterWriting(request, reply);
    const { name, text } = readAnswer(request.body);
    reply.code(201);
    return { comment: await addAnswer(deps, project, request.params.id, { text, author: guest(name) }) };
  });

  app.post(`${REVIEW_PREFIX}/presence`, { schema, bodyLimit: PLACE_BYTES }, async (request, reply) => {
    const { link } = await enter(request, reply, PLACE_BUCKETS.network);
    await admit(limiter, link.id, PLACE_BUCKETS.link, metrics);
    const { windowId: given, name, playheadSec, isGone = false } = readPlace(request.body);
    if (name !== undefined) refuseOwnerName(name);
    // Ids of other windows are shown in editors. A guest must not be able to move or remove those.
    const windowId = `guest-${hash('sha256', `${link.id} ${given}`, 'hex').slice(0, 24)}`;
    if (isGone) {
      await removeWindow(deps, link.projectId, windowId);
      return { names: [] };
    }
    const place = { windowId, kind: 'guest' as const, playheadSec, clipIds: [] };
    const others = await putWindow(deps, link.projectId, { ...place, name: name ?? link.recipient ?? 'Guest' });
    // Without comments, guests do not see the names of other people.
    const names = link.mayComment ? others.map((other) => (other.kind === 'guest' ? other.name : OWNER_NAME)) : [];
    return { names: [...new Set(names)].toSorted() };
  });
}

const readPaging = inputReader(Type.Object(PagingQuery), 'query');

/** Name of the account for guests. */
const OWNER_NAME = 'Owner';
const GuestName = personName('1-100 characters, not only spaces.');
const readComment = inputReader(Type.Object({ name: GuestName, ...newCommentFields }), 'body');
const readAnswer = inputReader(Type.Object({ name: GuestName, text: CommentTextSchema }), 'body');

const readPlace = inputReader(Type.Object({ ...placeFields, name: Type.Optional(GuestName) }), 'body');

/** Throws `invalid_request` for the name that stands for the account. */
function refuseOwnerName(name: string): void {
  if (name.trim().normalize('NFKC').toLowerCase() !== OWNER_NAME.toLowerCase()) return;
  const message = `body.name must not be ${OWNER_NAME}, which stands for the account. Use your name.`;
  throw new FramemillError('invalid_request', message, { field: 'body.name' });
}

/** Returns the author of a guest's comment. Throws `invalid_request` for the name that stands for the account. */
function guest(name: string) {
  refuseOwnerName(name);
  return { via: 'review', appId: null, endUser: name };
}

/** Returns the newest finished render of a project that browsers play, or else an address for the player. */
async function videoOf(deps: ReviewServices, { link, accountId }: OpenReview) {
  const { projectId, expiresAt } = link;
  const render = await deps.database.client.render.findFirst({
    where: { accountId, projectId, status: 'COMPLETED', parentId: null, test: false, format: { in: PLAYABLE } },
    orderBy: { createdAt: 'desc' },
    select: { url: true, completedAt: true },
  });
  if (render !== null && render.url !== null)
    return { kind: 'render' as const, url: render.url, renderedAt: render.completedAt?.toISOString() ?? null };
  const endsSec = Math.floor(Math.min(expiresAt.getTime(), Date.now() + PLAYER_SEC * 1_000) / 1_000);
  return {
    kind: 'player' as const,
    url: await signPlayerAddress(deps, { projectId, expiresSec: endsSec, variables: {} }),
    scriptUrl: '/vendor/framemill-player.js',
  };
}
