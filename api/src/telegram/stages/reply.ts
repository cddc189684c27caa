import { sendText } from '../send.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Sends the final reply. */
export async function reply(work: BotWork): Promise<StageResult> {
  await sendText(work, work.state.reply ?? '');
  return { stage: 'done' };
}
