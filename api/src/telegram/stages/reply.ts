import { sendText } from '../send.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Says the last word. */
export async function reply(work: BotWork): Promise<StageResult> {
  await sendText(work, work.state.reply ?? '');
  return { stage: 'done' };
}
