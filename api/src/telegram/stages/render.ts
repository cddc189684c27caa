import { FramemillError } from '@framemill/timeline';
import { replies } from '../replies.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Interval between attempts while the plan's limit of concurrent renders is reached, in milliseconds. */
const TURN_POLL_MS = 5_000;
/** Maximum wait for a free render slot, in milliseconds. */
const TURN_LONGEST_MS = 30 * 60_000;

/**
 * Starts the render and stores the next step in the same transaction, so that every render has its message and no
 * message has two renders.
 */
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
