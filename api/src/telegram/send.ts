import type { BotWork } from './work.ts';

/** Longest text below a photo or film, and of a message of its own, in characters: the Bot API refuses longer ones. */
const MAX_CAPTION = 1_024;
const MAX_TEXT = 4_096;

/** Sends the person a text. */
export async function sendText({ services, token, userId, signal }: BotWork, text: string): Promise<void> {
  const payload = {
    ...{ chat_id: Number(userId), text: cut(text, MAX_TEXT) },
    // An address that somebody wrote is nothing that we recommend.
    link_preview_options: { is_disabled: true },
  };
  await services.botApi.call(token, 'sendMessage', payload, { signal });
}

/** A text as it may stand below a photo. */
export function cutCaption(text: string): string {
  return cut(text, MAX_CAPTION);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3).toWellFormed()}...` : text;
}
