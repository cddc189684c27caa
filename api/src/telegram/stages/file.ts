import { FramemillError } from '@framemill/timeline';
import type { MediaRow } from '../../media/media-record.ts';
import { importBotFile } from '../bot-files.ts';
import { replies } from '../replies.ts';
import { TelegramError } from '../telegram-error.ts';
import type { BotWork, Next, StageResult } from '../work.ts';

/** Polling interval for a file that is not yet probed, in milliseconds. */
const PROBE_POLL_MS = 3_000;
/** Time after which a file that is not probed is given up, in milliseconds. */
const PROBE_LONGEST_MS = 15 * 60_000;

/** Fetches the file of a message and stores it as media of the account. */
export async function file(work: BotWork): Promise<StageResult> {
  const row = work.state.mediaId === undefined ? await fetched(work) : await stored(work, work.state.mediaId);
  if ('stage' in row) return row;
  const state = { mediaId: row.id };
  if (row.status === 'READY') return { stage: 'open', state };
  if (row.status === 'FAILED' || Date.now() - work.receivedAt.getTime() > PROBE_LONGEST_MS)
    return reply(replies.notMedia);
  return { stage: 'file', state, dueInMs: PROBE_POLL_MS };
}

async function stored({ services, caller }: BotWork, id: string) {
  const where = { id, accountId: caller.accountId };
  const row = await services.database.client.media.findFirst({ where, select: { id: true, status: true } });
  return row ?? reply(replies.notMedia);
}

async function fetched(work: BotWork): Promise<MediaRow | Next> {
  const { services, token, caller, message, signal } = work;
  const { id: file_id = '', name = 'file' } = message.file ?? {};
  try {
    const { file_path: filePath } = await services.botApi.call(token, 'getFile', { file_id }, { signal });
    if (filePath === undefined) return reply(replies.fileGone);
    const source = { base: services.telegramApi, token, filePath, name };
    return await importBotFile(services, services.botFiles, caller, source);
  } catch (error) {
    if (error instanceof TelegramError && error.isFinal) return reply(replies.fileGone);
    if (!(error instanceof FramemillError)) throw error;
    if (error.code === 'invalid_request') return reply(replies.notMedia);
    if (error.code === 'payload_too_large') return reply(replies.tooLarge);
    throw error;
  }
}

function reply(text: string): Next {
  return { stage: 'reply', state: { reply: text } };
}
