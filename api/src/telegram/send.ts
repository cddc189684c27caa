import type { BotWork } from './work.ts';

/** Maximum length in characters of a caption and of a text message. The Bot API refuses longer ones. */
const MAX_CAPTION = 1_024;
const MAX_TEXT = 4_096;

/** Sends a text to the person. */
export async function sendText({ services, token, userId, signal }: BotWork, text: string): Promise<void> {
  const payload = {
    ...{ chat_id: Number(userId), text: cut(text, MAX_TEXT) },
    // Disable link previews: an address in the text may come from a third party.
    link_preview_options: { is_disabled: true },
  };
  await services.botApi.call(token, 'sendMessage', payload, { signal });
}

/** Shortens a text to the maximum length of a caption. */
export function cutCaption(text: string): string {
  return cut(text, MAX_CAPTION);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 3).toWellFormed()}...` : text;
}
