import { redisChannels } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';

/** Time that a window counts as open after its last message, in seconds. Windows send one at least every 5 s. */
const PRESENT_SEC = 15;

/** Maximum number of pages of review links that are present in a project. */
const MOST_GUESTS = 20;

/** Fields with which a window reports its place. */
export const placeFields = {
  windowId: Type.String({
    minLength: 8,
    maxLength: 64,
    pattern: '^[A-Za-z0-9_-]+$',
    description: 'Id of the window, which it chooses itself and keeps.',
  }),
  playheadSec: Type.Number({ minimum: 0, maximum: 1e6, description: 'Time of the playhead. Seconds.' }),
  isGone: Type.Optional(Type.Boolean({ description: 'True: the window is closed.' })),
};

/** Kinds of windows: an editor of the account, and the page of a review link. */
const windowKinds = ['editor', 'guest'] as const;

/** Schema of an open window and its place in the project. */
export const PresentWindowSchema = Type.Object(
  {
    windowId: Type.String({ description: 'Id that the window has chosen; of guests, an id that is derived from it.' }),
    kind: Type.Enum([...windowKinds], { description: '`editor`, or `guest` for the page of a review link.' }),
    name: Type.String({ description: 'Name of the account that is signed in, or the one that a guest has given.' }),
    playheadSec: Type.Number({ description: 'Time of the playhead. Seconds.' }),
    clipIds: Type.Array(Type.String(), { description: 'Selected clips. Guests have none.' }),
  },
  { title: 'PresentWindow' },
);

/** Open window and its place in the project. */
export type PresentWindow = Static<typeof PresentWindowSchema>;

/** Stored window with the time of its last message, in ms since 1970. */
interface StoredWindow {
  window: PresentWindow;
  atMs: number;
}

/**
 * Stores the place of a window, publishes it to the project's open editors, and returns the other windows. Windows
 * whose last message is older than `PRESENT_SEC` are left out and forgotten. `nowMs` is the present time. Throws
 * `rate_limited` for a guest beyond `MOST_GUESTS`.
 */
export async function putWindow(
  deps: Pick<ApiDeps, 'redis' | 'log'>,
  projectId: string,
  window: PresentWindow,
  nowMs: number = Date.now(),
): Promise<PresentWindow[]> {
  const key = keyOf(projectId);
  const { windowId, kind } = window;
  const all = Object.values(await deps.redis.hgetall(key)).map((text): StoredWindow => JSON.parse(text));
  const isOld = ({ atMs }: StoredWindow) => atMs < nowMs - PRESENT_SEC * 1_000;
  const old = all.filter(isOld).map((one) => one.window.windowId);
  if (old.length > 0) await deps.redis.hdel(key, ...old);
  const others = all.filter((one) => !isOld(one) && one.window.windowId !== windowId).map((one) => one.window);
  if (kind === 'guest' && others.filter((other) => other.kind === 'guest').length >= MOST_GUESTS) {
    const message = `${MOST_GUESTS} guests have this project open already, the maximum that is shown. Try again later.`;
    throw new FramemillError('rate_limited', message, { retryAfterSec: PRESENT_SEC });
  }
  const stored: StoredWindow = { window, atMs: nowMs };
  await deps.redis.multi().hset(key, windowId, JSON.stringify(stored)).expire(key, PRESENT_SEC).exec();
  await publish(deps, projectId, window);
  return others;
}

/** Forgets a window that was closed, and publishes this to the project's open editors. */
export async function removeWindow(
  deps: Pick<ApiDeps, 'redis' | 'log'>,
  projectId: string,
  windowId: string,
): Promise<void> {
  await deps.redis.hdel(keyOf(projectId), windowId);
  await publish(deps, projectId, { windowId, isGone: true });
}

/** Publishes an event. Best effort: a window that misses it reads the others with its next message. */
async function publish({ redis, log }: Pick<ApiDeps, 'redis' | 'log'>, projectId: string, event: object) {
  try {
    await redis.publish(redisChannels.projectEvents(projectId), JSON.stringify({ type: 'presence', ...event }));
  } catch (error) {
    log.debug({ err: error, projectId }, 'the place of a window could not be published');
  }
}

function keyOf(projectId: string): string {
  return `fm:project:present:${projectId}`;
}
