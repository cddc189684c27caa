import type { RenderRecord } from '@framemill/scheduler';
import { redisChannels } from '@framemill/scheduler/protocol';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';
import type { StreamEvent } from '../../events/event-streams.ts';
import { renderAnswer } from '../../renders/render-answer.ts';

/** Route `GET /api/studio/events`: opens the event stream of the account. */
export const streamEvents = defineConsoleRoute({
  name: 'stream-events',
  method: 'GET',
  path: '/api/studio/events',
  access: 'session',
  waits: true,
  summary:
    'Server-sent events of the account: `render` (a render record that changed), `batch` (a batch that changed), `media` (`{ mediaId }`: read it anew), ' +
    '`project` (`{ projectId, rev }`, rev null: it is gone), `missed` (read everything anew), `signed-out`',
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
      accountId,
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
