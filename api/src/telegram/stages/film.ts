import { readObject } from '@framemill/infra';
import { durationSec, FramemillError, suggestedPreviewTimes } from '@framemill/timeline';
import { contentTypeOf } from '../../files/file-names.ts';
import { loadProject } from '../../projects/project-store.ts';
import { renderFrame } from '../../renders/render-frame.ts';
import { cutCaption, replies, sendText } from '../replies.ts';
import { TelegramError } from '../telegram-error.ts';
import type { BotWork, StageResult } from '../work.ts';

/** Step of answering a message: sends the final reply. */
export async function reply(work: BotWork): Promise<StageResult> {
  await sendText(work, work.state.reply ?? '');
  return { stage: 'done' };
}

/**
 * Error codes of `renderFrame` after which the reply is sent without a frame, because none can be rendered at the
 * moment.
 */
const noFrame: ReadonlySet<string> = new Set(['provider_error', 'unavailable', 'not_configured']);

/**
 * Step of answering a message: sends a frame of the project with the reply as its caption. If no node can render the
 * frame at the moment, it sends the text alone.
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

/** Interval between attempts while the plan's limit of concurrent renders is reached, in milliseconds. */
const TURN_POLL_MS = 5_000;
/** Maximum wait for a free render slot, in milliseconds. */
const TURN_LONGEST_MS = 30 * 60_000;

/**
 * Step of answering a message: starts the render. The next step is stored in the same transaction as the render, so
 * every render belongs to a message, and no message starts two renders.
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

/** Maximum size of a file that a bot can send, in bytes. Larger files are sent as a link. */
const MAX_SENT_BYTES = 50_000_000;

/** Step of answering a message: waits for the render to end and sends its file. */
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
