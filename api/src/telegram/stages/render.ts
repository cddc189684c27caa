import { FramemillError } from '@framemill/timeline';
import { replies } from '../replies.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Between two tries while as many renders run as the plan allows at once, in milliseconds. */
const TURN_POLL_MS = 5_000;
/** Longest wait for one's turn. */
const TURN_LONGEST_MS = 30 * 60_000;

/** Starts the render, and notes it in the same transaction: no render is without its message, and no message has two. */
export async function render({ services, caller, state, receivedAt, note }: BotWork): Promise<StageResult> {
  try {
    await services.scheduler.admit({
      ...{ accountId: caller.accountId, projectId: state.projectId ?? '', environment: caller.credential.environment },
      ...{ format: 'mp4', quality: 'standard', resolution: 'full' },
      along: (tx, renderId) => note(tx, { stage: 'film', renderId }),
    });
    return null;
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    if (error.code === 'invalid_request' || error.code === 'not_found') {
      return { stage: 'reply', state: { reply: replies.renderFailed } };
    }
    const isOurTurn = error.details.what !== 'concurrentRenders';
    if (isOurTurn || Date.now() - receivedAt.getTime() > TURN_LONGEST_MS) throw error;
    return { stage: 'render', dueInMs: TURN_POLL_MS };
  }
}
