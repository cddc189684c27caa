import { Type } from '@framemill/timeline/typebox';
import { admit, createLimiter } from '../../limiter/limiter.ts';
import { IdParams } from '../../projects/fields.ts';
import { findProject } from '../../projects/project-store.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { PresentProgramSchema, presentPrograms } from '../present-programs.ts';
import { PresentWindowSchema, placeFields, putWindow, removeWindow } from '../project-presence.ts';

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
    'the event `presence`, and read where those are, which guests of review links are there, and which programs have ' +
    'changed the project in the last minute. An editor counts as open for 15 s',
  params: IdParams,
  body: Type.Object({
    ...placeFields,
    clipIds: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 50, description: 'Selected clips.' }),
  }),
  status: 200,
  answer: Type.Object({
    windows: Type.Array(PresentWindowSchema, { description: 'The other open editors, and guests of review links.' }),
    programs: Type.Array(PresentProgramSchema, { description: 'Programs that have changed the project lately.' }),
  }),
  errors: ['not_found', 'invalid_request', 'rate_limited'],
  examples: [{ title: 'At two seconds', body: { windowId: 'window-1a2b3c', playheadSec: 2, clipIds: ['clip-1'] } }],
  async handle({ params, body, session: { accountId, sessionId } }, deps) {
    await admit(createLimiter(deps.redis), sessionId, PRESENCE_BUCKET, deps.metrics);
    const project = await findProject(deps, accountId, params.id);
    const { windowId, playheadSec, clipIds, isGone = false } = body;
    if (isGone) {
      await removeWindow(deps, project.id, windowId);
      return { windows: [], programs: [] };
    }
    const where = { id: accountId };
    const { name } = await deps.database.client.account.findUniqueOrThrow({ where, select: { name: true } });
    const window = { windowId, kind: 'editor' as const, name, playheadSec, clipIds };
    const windows = await putWindow(deps, project.id, window);
    return { windows, programs: await presentPrograms(deps, accountId, project) };
  },
});
