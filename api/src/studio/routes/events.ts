import type { RenderRecord } from '@framemill/scheduler';
import { redisChannels } from '@framemill/scheduler/protocol';
import { Type } from '@framemill/timeline/typebox';
import type { ApiDeps } from '../../deps.ts';
import { IdParams } from '../../projects/fields.ts';
import { findProject } from '../../projects/project-store.ts';
import { renderAnswer } from '../../renders/render-schema.ts';
import { defineRoute } from '../../routing/define-route.ts';
import type { StreamEvent, StreamOptions } from '../event-streams.ts';

/** Route `GET /api/studio/events`: opens the event stream of the account. */
export const streamEvents = defineRoute({
  name: 'stream-events',
  method: 'GET',
  path: '/api/studio/events',
  access: 'session',
  waits: () => true,
  summary:
    'Server-sent events of the account: `render` (a render record that changed), `render-removed` ' +
    '(`{ renderId }`), `batch` (a batch that changed), `media` (`{ mediaId }`: read it anew), `project` ' +
    '(`{ projectId, rev }`, rev null: it is gone), `missed` (read everything anew), `signed-out`',
  status: 200,
  answer: Type.Unknown({ description: 'text/event-stream' }),
  errors: ['rate_limited', 'unavailable'],
  examples: [{ title: 'Listen' }],
  handle({ session, request, reply }, deps) {
    const { accountId } = session;
    const toEvents = (event: unknown): readonly StreamEvent[] => {
      if (event === null) return [{ name: 'missed', data: {} }];
      if (!isAccountEvent(event)) return [];
      const { type, ...data } = event;
      if (type === 'batch') return [{ name: 'batch', data: event.record }];
      if (type !== 'render' || !event.record) return [{ name: type, data }];
      return [{ name: 'render', data: renderAnswer(deps, event.record) }];
    };
    return deps.streams.open(request, reply, {
      ownerId: accountId,
      channels: { [redisChannels.accountEvents(accountId)]: toEvents },
    });
  },
});

/** Message that this service's processes publish on the channel of an account. */
interface AccountEvent {
  type: string;
  record?: RenderRecord;
}

function isAccountEvent(event: unknown): event is AccountEvent {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}

/** Route `GET /api/studio/projects/{id}/events`: opens the event stream of a project. */
export const streamProjectEvents = defineRoute({
  name: 'stream-project-events',
  method: 'GET',
  path: '/api/studio/projects/:id/events',
  access: 'session',
  waits: () => true,
  summary:
    'Server-sent events of an open project: `rev` (`{ rev }`: the present one, at the begin), `commands` (a ' +
    'change, with its `commands` and `changes` when they are short; GET /v1/projects/{id}/commands?since= reads ' +
    'them else; `programId` names the program that made it, null: a person), ' +
    '`comment` (`{ commentId }`: added, changed or deleted; read the comments anew), `presence` (an open editor ' +
    'or a guest, with playhead and selection, or `{ windowId, isGone }`), `render` (a render ' +
    'record of the project that changed), `media` (`{ mediaId }`), `missed` (read everything anew), `signed-out`',
  params: IdParams,
  status: 200,
  answer: Type.Unknown({ description: 'text/event-stream' }),
  errors: ['not_found', 'rate_limited', 'unavailable'],
  examples: [{ title: 'Listen' }],
  async handle({ session, params, request, reply }, deps) {
    return deps.streams.open(request, reply, await projectStream(deps, session.accountId, params.id));
  },
});

/** Returns the event stream of a project. Throws `not_found`. */
export async function projectStream(deps: ApiDeps, accountId: string, projectId: string): Promise<StreamOptions> {
  const { id } = await findProject(deps, accountId, projectId);
  const missed: StreamEvent = { name: 'missed', data: {} };
  const ofProject = (event: unknown): readonly StreamEvent[] => {
    if (event === null) return [missed];
    if (!isNamed(event)) return [];
    const { type, ...data } = event;
    return [{ name: type, data }];
  };
  const ofAccount = (event: unknown): readonly StreamEvent[] => {
    if (event === null || !isNamed(event)) return [];
    const { type, record, ...data } = event;
    if (type === 'render') return record?.projectId === id ? [{ name: type, data: renderAnswer(deps, record) }] : [];
    return type === 'media' ? [{ name: type, data }] : [];
  };
  return {
    ownerId: accountId,
    channels: { [redisChannels.projectEvents(id)]: ofProject, [redisChannels.accountEvents(accountId)]: ofAccount },
    begin: async () => [{ name: 'rev', data: { rev: (await findProject(deps, accountId, id)).rev } }],
  };
}

/** Message that this service's processes publish on the channels of an account and a project. */
interface NamedEvent {
  type: string;
  record?: RenderRecord;
}

function isNamed(event: unknown): event is NamedEvent {
  return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string';
}
