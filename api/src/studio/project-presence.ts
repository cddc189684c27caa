import { redisChannels } from '@framemill/scheduler/protocol';
import { type Static, Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../deps.ts';

/** Time that a window counts as open after its last message, in seconds. Windows send one at least every 5 s. */
const PRESENT_SEC = 15;

/** Schema of an open editor window and its place in the project. */
export const PresentWindowSchema = Type.Object(
  {
    windowId: Type.String({ description: 'Id that the window has chosen.' }),
    name: Type.String({ description: 'Name of the account that is signed in.' }),
    playheadSec: Type.Number({ description: 'Time of the playhead. Seconds.' }),
    clipIds: Type.Array(Type.String(), { description: 'Selected clips.' }),
  },
  { title: 'PresentWindow' },
);

/** Open editor window and its place in the project. */
export type PresentWindow = Static<typeof PresentWindowSchema>;

/** Stored window with the time of its last message, in ms since 1970. */
interface StoredWindow {
  window: PresentWindow;
  atMs: number;
}

/**
 * Stores the place of an editor window, publishes it to the project's other windows, and returns those. Windows whose
 * last message is older than `PRESENT_SEC` are left out and forgotten. `nowMs` is the present time.
 */
export async function putWindow(
  deps: Pick<ApiDeps, 'redis' | 'log'>,
  projectId: string,
  window: PresentWindow,
  nowMs: number = Date.now(),
): Promise<PresentWindow[]> {
  const key = keyOf(projectId);
  const { windowId } = window;
  const stored: StoredWindow = { window, atMs: nowMs };
  await deps.redis.multi().hset(key, windowId, JSON.stringify(stored)).expire(key, PRESENT_SEC).exec();
  await publish(deps, projectId, window);
  const all = Object.values(await deps.redis.hgetall(key)).map((text): StoredWindow => JSON.parse(text));
  const isOld = ({ atMs }: StoredWindow) => atMs < nowMs - PRESENT_SEC * 1_000;
  const old = all.filter(isOld).map((one) => one.window.windowId);
  if (old.length > 0) await deps.redis.hdel(key, ...old);
  return all.filter((one) => !isOld(one) && one.window.windowId !== windowId).map((one) => one.window);
}

/** Forgets an editor window that was closed, and publishes this to the project's other windows. */
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
    log.debug({ err: error, projectId }, 'the place of an editor window could not be published');
  }
}

function keyOf(projectId: string): string {
  return `fm:project:present:${projectId}`;
}
