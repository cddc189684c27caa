import { meetEndUser, type TelegramUserRow, takeFilm } from '../end-users.ts';
import { replies } from '../replies.ts';
import type { BotWork, Next, StageResult } from '../work.ts';

/** Maximum length of a sentence to plan, in characters, as for `POST /v1/ai/agent`. */
const MAX_TEXT = 2_000;

const COMMAND = /^\/([a-z_]{1,32})(?:@\w+)?(?:\s|$)/i;

/** Handler of a bot command. */
type CommandHandler = (work: BotWork, user: TelegramUserRow) => StageResult;

/** Commands of a bot: the description that Telegram lists, and the handler. */
export const commands: Record<string, { description: string; run: CommandHandler }> = {
  start: {
    description: 'Say hello',
    run: ({ message }) => reply(`${replies.start(message.firstName)}\n\n${replies.help}`),
  },
  new: {
    description: 'Begin a new film',
    run:
      (_work, { id }) =>
      async (tx) => {
        await tx.telegramUser.update({ where: { id }, data: { projectId: null } });
        return reply(replies.newFilm);
      },
  },
  render: {
    description: 'Render the film as it is now',
    run:
      ({ caller: { accountId } }, { projectId }) =>
      async (tx) => {
        const where = { id: projectId ?? '', accountId, clipCount: { gt: 0 } };
        const project = await tx.project.findFirst({ where, select: { id: true } });
        if (!project) return reply(replies.nothingToRender);
        return { stage: 'take', state: { projectId: project.id, reply: replies.rendering } };
      },
  },
  help: { description: 'What this bot can do', run: () => reply(replies.help) },
};

/** First step of answering a message: records the sender, and determines what the message requests. */
export async function meet(work: BotWork): Promise<StageResult> {
  const { services, appId, caller, userId, message } = work;
  const { username, firstName, text, file } = message;
  const person = { appId, accountId: caller.accountId, userId, username, firstName };
  const user = await meetEndUser(services.database, person);
  if (user.blocked) return tellBlocked(user);
  const command = file === null ? COMMAND.exec(text)?.[1]?.toLowerCase() : undefined;
  if (command !== undefined) {
    return Object.hasOwn(commands, command)
      ? (commands[command]?.run(work, user) ?? null)
      : reply(replies.unknownCommand);
  }
  if (text.length > MAX_TEXT) return reply(replies.tooLong(MAX_TEXT));
  if (file !== null) return { stage: 'file' };
  return text.trim() === '' ? reply(replies.cannotUse) : { stage: 'open' };
}

/** Replies to a blocked person once. Later messages get no reply until the person is blocked again. */
function tellBlocked({ id, blockedTold }: TelegramUserRow): StageResult {
  if (blockedTold) return { stage: 'done' };
  return async (tx) => {
    await tx.telegramUser.update({ where: { id }, data: { blockedTold: true } });
    return reply(replies.blocked);
  };
}

function reply(text: string): Next {
  return { stage: 'reply', state: { reply: text } };
}

/** Maximum change requests of one person in 24 hours, whatever their result. Each costs the account credits. */
export const TURNS_A_DAY = 100;

/**
 * Step of answering a message: deducts one video from the person's daily allowance, before credits are spent. If the
 * message ends without a video, `note` (in `run-updates.ts`) returns the deducted one to the allowance.
 */
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
