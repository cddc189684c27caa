import { readObject } from '@framemill/infra';
import { contentTypeOf } from '../../files/content-type.ts';
import { replies } from '../replies.ts';
import { sendText } from '../send.ts';
import { TelegramError } from '../telegram-error.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Maximum size of a file that a bot can send, in bytes. Larger files are sent as a link. */
const MAX_SENT_BYTES = 50_000_000;

/** Waits for the render and sends its file. */
export async function film(work: BotWork): Promise<StageResult> {
  const { services, caller, renderId } = work;
  const where = { id: renderId ?? '', accountId: caller.accountId };
  const row = await services.database.client.render.findFirst({ where });
  if (row?.status === 'PENDING' || row?.status === 'PROCESSING')
    return { stage: 'film', dueInMs: services.renderPollMs };
  const { exportKey, url, fileSizeBytes, durationSec } = row ?? {};
  if (row?.status !== 'COMPLETED' || !exportKey || !url) {
    return { stage: 'reply', state: { reply: replies.renderFailed } };
  }
  const isSmall = fileSizeBytes != null && fileSizeBytes <= BigInt(MAX_SENT_BYTES);
  if (!isSmall || !(await sendFile(work, exportKey, durationSec ?? 0))) {
    await sendText(work, replies.filmLink(`${services.apiHost}${url}`));
  }
  return { stage: 'done' };
}

/**
 * Sends the file as a video, or as a document if the Bot API refuses the video. Returns `false` when both are refused.
 */
async function sendFile(work: BotWork, objectKey: string, durationSec: number): Promise<boolean> {
  const { services, token, userId, signal } = work;
  const options = { mostBytes: MAX_SENT_BYTES, mustExist: true };
  const data = await readObject(services.store, objectKey, (bytes) => bytes, options);
  const contentType = contentTypeOf(objectKey) ?? 'application/octet-stream';
  const name = `film.${objectKey.split('.').at(-1)}`;
  const chat_id = Number(userId);
  const ways = [
    () => {
      const payload = { chat_id, caption: replies.film, duration: Math.round(durationSec), supports_streaming: true };
      return services.botApi.call(token, 'sendVideo', payload, {
        file: { field: 'video', name, contentType, data },
        signal,
      });
    },
    () => {
      const payload = { chat_id, caption: replies.film };
      return services.botApi.call(token, 'sendDocument', payload, {
        file: { field: 'document', name, contentType, data },
        signal,
      });
    },
  ];
  for (const send of ways) {
    try {
      await send();
      return true;
    } catch (error) {
      // The Bot API understood the request and refused this kind of file. If it refuses every kind for this person, the
      // last attempt fails as well.
      if (!(error instanceof TelegramError) || (error.status !== 400 && error.status !== 413)) throw error;
    }
  }
  return false;
}
