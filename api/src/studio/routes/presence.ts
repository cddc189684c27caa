import { Type } from '@framemill/timeline/typebox';
import { admit, createLimiter } from '../../limiter/limiter.ts';
import { IdParams } from '../../projects/fields.ts';
import { findProject } from '../../projects/project-store.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { PresentWindowSchema, putWindow, removeWindow } from '../project-presence.ts';

/**
 * Rate limit of a session's editor windows. A window sends two messages a second at most, while other windows are open.
 */
const PRESENCE_BUCKET = { name: 'studio_presence', limit: 300 };

/** Route `POST /api/studio/projects/{id}/presence`: shares the place of an editor window, and returns the others. */
export const sharePresence = defineRoute({
  name: 'share-presence',
  method: 'POST',
  path: '/api/studio/projects/:id/presence',
  access: 'session',
  summary:
    'Share the playhead and the selection of an open editor with the other open editors of the project, which get ' +
    'the event `presence`, and read where those are. An editor counts as open for 15 s',
  params: IdParams,
  body: Type.Object({
    windowId: Type.String({
      minLength: 8,
      maxLength: 64,
      pattern: '^[A-Za-z0-9_-]+$',
      description: 'Id of the editor, which it chooses itself and keeps.',
    }),
    playheadSec: Type.Number({ minimum: 0, maximum: 1e6, description: 'Time of the playhead. Seconds.' }),
    clipIds: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50, description: 'Selected clips.' }),
    isGone: Type.Optional(Type.Boolean({ description: 'True: the editor is closed.' })),
  }),
  status: 200,
  answer: Type.Object({ windows: Type.Array(PresentWindowSchema, { description: 'The other open editors.' }) }),
  errors: ['not_found', 'invalid_request', 'rate_limited'],
  examples: [{ title: 'At two seconds', body: { windowId: 'window-1a2b3c', playheadSec: 2, clipIds: ['clip-1'] } }],
  async handle({ params, body, session: { accountId, sessionId } }, deps) {
    await admit(createLimiter(deps.redis), sessionId, PRESENCE_BUCKET, deps.metrics);
    const { id } = await findProject(deps, accountId, params.id);
    const { windowId, playheadSec, clipIds, isGone = false } = body;
    if (isGone) {
      await removeWindow(deps, id, windowId);
      return { windows: [] };
    }
    const where = { id: accountId };
    const { name } = await deps.database.client.account.findUniqueOrThrow({ where, select: { name: true } });
    return { windows: await putWindow(deps, id, { windowId, name, playheadSec, clipIds }) };
  },
});
