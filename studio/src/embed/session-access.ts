import type { SessionPaths } from '@framemill/api/session-client';
import { type Access, addressOfFrame } from '../client/access.ts';
import { refusalOf } from '../client/api-error.ts';
import { openFetchedEvents } from './fetched-events.ts';

/** Embed session as the service describes it. */
export type EmbedSession =
  SessionPaths['/v1/embed-sessions']['get']['responses'][200]['content']['application/json']['sessions'][number];

const PREFIX = '/api/embed';

/** Sends a GET request of the session with `token`. Throws `ApiError` when the service refuses it. */
async function load(path: string, token: string, signal: AbortSignal | null = null): Promise<Response> {
  const response = await fetch(`${PREFIX}${path}`, { headers: headersOf(token), credentials: 'omit', signal });
  if (response.ok) return response;
  throw refusalOf(response, await response.json().catch(() => null));
}

const headersOf = (token: string) => ({ Authorization: `Bearer ${token}` });

/** Loads the embed session of a token. Throws `ApiError` when it has ended. */
export async function loadSession(token: string): Promise<EmbedSession> {
  const { session }: { session: EmbedSession } = await (await load('/session', token)).json();
  return session;
}

/** Returns the access of an embed session. `close` is called when the user closes the editor. */
export function accessOf({ id, permissions }: EmbedSession, token: string, close: () => void): Access {
  const may = (permission: EmbedSession['permissions'][number]) => permissions.includes(permission);
  return {
    ...{ prefix: PREFIX, headers: headersOf(token), isStudio: false, close },
    ...{ mayEdit: may('edit'), mayRender: may('render'), mayUpload: may('edit') && may('upload') },
    stageUrl: `/embed/${id}/stage.html`,
    openEvents: () => openFetchedEvents(() => load('/events', token)),
    frameUrl: async (_projectId, query, signal) => addressOfFrame(await load(`/frame?${query}`, token, signal)),
  };
}
