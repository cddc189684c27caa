import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { type AspectRatio, FramemillError, type VariableValues } from '@framemill/timeline';
import { Value } from '@framemill/timeline/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { accountFactFields, isRestricted, requestsPerMinute } from '../account/account-facts.ts';
import type { Caller } from '../auth/caller.ts';
import type { ApiDeps, MainDeps } from '../deps.ts';
import { openToAllOrigins } from '../files/public-files.ts';
import { type KeyDeps, signingKey } from '../files/signing-key.ts';
import { clientNetwork } from '../http/client-network.ts';
import { disconnected } from '../http/disconnected.ts';
import { refusalIn } from '../http/error-reply.ts';
import { CostLimitExceeded } from '../limiter/cost-limits.ts';
import { admit, type Limiter } from '../limiter/limiter.ts';
import { parsedValues } from '../projects/variable-values.ts';
import { callCost, lengthOf } from '../threads/call-length.ts';
import { addThreadUse } from '../threads/thread-use.ts';
import { type PlayerOrder, PlayerOrderSchema, playerVideo } from './player-video.ts';

/** Lifetime of an address in seconds: default, and range. */
export const ADDRESS_SEC = { usual: 3_600, least: 60, most: 30 * 86_400 };

/** Maximum length of the values in an address, in bytes of JSON. Longer paths are not routed. */
export const FIXED_BYTES = 1_000;

/** Limits of the values that a page may add to an address: number, and length of their JSON in UTF-16 code units. */
const GIVEN_LIMITS = { values: 50, characters: 8_000 };

/** Requests of a network per minute. A player needs one for each video and each change of a variable. */
const VIDEO_BUCKET = { name: 'player_video', limit: 120 };

/** Value of `Cache-Control` of videos: viewers see a change of a project after a minute. */
const CACHE = 'private, max-age=60';

/** Internal path of the requests that a worker thread answers. The main thread has no such route. */
const THREAD_PATH = '/player/video';

/** Name of the key that signs the addresses. */
const KEY_NAME = 'player-addresses';

/** Content of an address: the project, its end in seconds since 1970, and what the page cannot change. */
export interface PlayerGrant {
  readonly projectId: string;
  readonly expiresSec: number;
  readonly variables: VariableValues;
  readonly aspect?: AspectRatio | undefined;
}

/** Creates the root-relative address with which anyone may play a project until the grant ends. */
export async function signPlayerAddress(deps: KeyDeps, grant: PlayerGrant): Promise<string> {
  const { projectId, expiresSec, variables, aspect } = grant;
  const text = Buffer.from(JSON.stringify([projectId, expiresSec, variables, aspect ?? null])).toString('base64url');
  const signature = signatureOf(await signingKey(deps, KEY_NAME), text).toString('base64url');
  return `/player/${text}.${signature}/film.json`;
}

/** Returns the content of an address. Throws `unauthorized` when it has expired or was not signed by this service. */
async function openGrant(deps: KeyDeps, signed: string): Promise<PlayerGrant> {
  const [, text = '', given = ''] = /^([\w-]{1,1900})\.([\w-]{43})$/.exec(signed) ?? [];
  const expected = signatureOf(await signingKey(deps, KEY_NAME), text);
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) throw invalidAddress('is not valid');
  const [projectId, expiresSec, variables, aspect] = JSON.parse(Buffer.from(text, 'base64url').toString());
  if (expiresSec * 1_000 <= Date.now()) throw invalidAddress('has expired');
  return { projectId, expiresSec, variables, aspect: aspect ?? undefined };
}

function invalidAddress(reason: string): FramemillError {
  const remedy = 'The owner of the video can create a new one: POST /v1/projects/{id}/player-addresses.';
  return new FramemillError('unauthorized', `The address of this video ${reason}. ${remedy}`);
}

function signatureOf(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Serves the videos of signed addresses to players in pages of any origin. */
export function installPlayerAddresses(app: FastifyInstance, deps: MainDeps, limiter: Limiter): void {
  app.get<{ Params: { grant: string }; Querystring: Record<string, unknown> }>(
    '/player/:grant/film.json',
    { schema: { hide: true } },
    async (request, reply) => {
      openToAllOrigins(reply);
      await admit(limiter, clientNetwork(request.ip), VIDEO_BUCKET, deps.metrics);
      const { projectId, variables: fixed, aspect } = await openGrant(deps, request.params.grant);
      const given = valuesOfPage(request.query.variables);
      const project = await deps.database.client.project.findUnique({
        where: { id: projectId },
        select: { accountId: true, account: { select: accountFactFields } },
      });
      if (!project) throw new FramemillError('not_found', 'This video was deleted. Its owner can share another one.');
      const { accountId, account } = project;
      if (isRestricted(account)) {
        throw new FramemillError('access_suspended', 'The account of this video is suspended. Ask its owner.');
      }
      const order: PlayerOrder = { accountId, projectId, fixed: { ...fixed }, given: { ...given }, aspect };
      try {
        const video = await playerVideo(deps, order);
        reply.header('Cache-Control', CACHE);
        return video;
      } catch (error) {
        if (!(error instanceof CostLimitExceeded)) throw error;
        const caller: Caller = {
          accountId,
          plan: deps.plans.of(account),
          credential: { type: 'session', keyId: null, appId: null, environment: 'live', scopes: ['render.read'] },
          limiterKey: `player:${accountId}`,
          requestsPerMinute: requestsPerMinute(deps.plans, account),
        };
        return await videoInThread(deps, order, caller, error.units, request, reply);
      }
    },
  );
}

/** Reads a large project on a worker thread. Returns the JSON. */
async function videoInThread(
  { threads, redis, log }: Pick<MainDeps, 'threads' | 'redis' | 'log'>,
  order: PlayerOrder,
  caller: Caller,
  units: number,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { accountId } = caller;
  const body = Buffer.from(JSON.stringify(order));
  const call = { method: 'POST', url: THREAD_PATH, headers: {}, requestId: `${request.id}-${randomUUID()}`, caller };
  const answer = await threads.run({ ...call, body, length: lengthOf(callCost(units)) }, disconnected(reply));
  answer.release();
  addThreadUse(redis, accountId, answer.seconds).catch((error: unknown) => {
    log.warn({ err: error, accountId }, 'the use of threads could not be counted');
  });
  const data = Buffer.from(answer.body.buffer);
  if (answer.status >= 400) throw refusalIn(JSON.parse(data.toString()));
  return reply.header('Cache-Control', CACHE).type('application/json; charset=utf-8').send(data);
}

/** Installs the route with which a worker thread reads large projects for players. */
export function installThreadVideos(app: FastifyInstance, deps: ApiDeps): void {
  app.post(THREAD_PATH, (request) => playerVideo(deps, Value.Parse(PlayerOrderSchema, request.body)));
}

/** Parses the values of variables that a page gives in the query. Throws `invalid_request` beyond the limits. */
function valuesOfPage(query: unknown): VariableValues {
  if (query === undefined) return {};
  const { values: most, characters } = GIVEN_LIMITS;
  const values = typeof query === 'string' && query.length <= characters ? parsedValues(query, most) : null;
  if (values !== null) return values;
  const message =
    'The values of the variables cannot be used. Give them as a JSON object like {"name":"Ana"}, with at most ' +
    `${most} numbers and strings and ${characters} characters in all.`;
  throw new FramemillError('invalid_request', message, { field: 'query.variables' });
}
