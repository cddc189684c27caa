import { takeFilm } from '../end-users.ts';
import { replies } from '../replies.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Maximum change requests of one person in 24 hours, whatever their result. Each costs the account credits. */
export const TURNS_A_DAY = 100;

/** Takes one video from the person's daily allowance before credits are spent, and returns it when no video results. */
export async function take({ services, appId, userId, state, message }: BotWork): Promise<StageResult> {
  const isPlanned = state.reply === undefined;
  if (isPlanned && message.text.trim() !== '') {
    const { refusedBy } = await services.turns.take(`${appId}:${userId}`, [
      { name: 'telegram_turns', limit: TURNS_A_DAY },
    ]);
    if (refusedBy) return { stage: 'reply', state: { reply: replies.tooManyTurns } };
  }
  return async (tx) => {
    const where = { appId_userId: { appId, userId } };
    const { id, dailyLimit } = await tx.telegramUser.findUniqueOrThrow({ where });
    if (!(await takeFilm(tx, id))) return { stage: 'reply', state: { reply: replies.limitReached(dailyLimit) } };
    return { stage: isPlanned ? 'plan' : 'preview', state: { takenAt: Date.now() } };
  };
}
