import { durationSec, FramemillError, suggestedPreviewTimes } from '@framemill/timeline';
import { renderFrame } from '../../preview/render-frame.ts';
import { loadProject } from '../../projects/project-store.ts';
import { cutCaption, sendText } from '../send.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Error codes of a frame that cannot be rendered at the moment. */
const noFrame: ReadonlySet<string> = new Set(['provider_error', 'unavailable', 'not_configured']);

/**
 * Sends a frame of the project with the reply as its caption. If no node can render the frame at the moment, sends the
 * text alone.
 */
export async function preview(work: BotWork): Promise<StageResult> {
  const { services, token, caller, userId, state, signal } = work;
  const { projectId = '', reply = '' } = state;
  const { document } = await loadProject(services, caller.accountId, projectId);
  const atSec = suggestedPreviewTimes(document)[0] ?? durationSec(document) / 2;
  const frame = await renderFrame(services, caller.accountId, document, atSec, signal).catch((error: unknown) => {
    if (error instanceof FramemillError && noFrame.has(error.code)) return null;
    throw error;
  });
  if (frame === null) {
    await sendText(work, reply);
  } else {
    const file = { field: 'photo' as const, name: 'frame.jpg', contentType: 'image/jpeg', data: frame.data };
    const payload = { chat_id: Number(userId), caption: cutCaption(reply) };
    await services.botApi.call(token, 'sendPhoto', payload, { file, signal });
  }
  return { stage: 'render' };
}
