import type { BotWork } from './work.ts';

/** All sentences that a bot sends to people. They are plain text: no parse mode is set in the Bot API. */
export const replies = {
  help:
    'Send me videos, photos, music or voice messages, and a sentence that says what to make of them: ' +
    '"Add a title Hello, then make it vertical". I show you a frame, and send the film when it is finished.\n\n' +
    '/new begins a new film\n/render makes the film as it is now\n/help shows this',
  start: (name: string | null) => `Hello${name ? `, ${name}` : ''}. I make films.`,
  newFilm: 'Done. What you send next begins a new film.',
  nothingToRender: 'There is nothing to render yet. Send me a video, a photo or a sound first.',
  blocked: 'You cannot use this bot: its owner has blocked you. Ask them if you think that this is wrong.',
  unknownCommand: 'I do not know this command. /help shows what I can do.',
  cannotUse: 'I cannot use this. Send videos, photos, music, voice messages, or a sentence that says what to do.',
  notMedia: 'I cannot use this file: it is not a video, image or audio file of a supported format.',
  tooLarge: 'This file is too large for me.',
  fileGone: 'I cannot download this file from Telegram: it is too large for bots, or deleted. Send a smaller one.',
  kept: (kind: string) => `I have kept this file, but a ${kind} is no clip. Send a video, a photo or a sound.`,
  added: 'Added. Send more, say what to do with it, or send /render.',
  edited: 'Here is a frame of it. I am rendering the film now, and send it as soon as it is finished.',
  notEdited: 'Nothing was changed.',
  notDone: (instruction: string, reason: string) => `"${instruction}": ${reason}`,
  tooLong: (most: number) => `This is too long for me: at most ${most} characters, please.`,
  rejected: 'I cannot do this: the safety check refused your message.',
  limitReached: (limit: number) =>
    limit === 0
      ? 'You can make no films with this bot at the moment.'
      : `You have made ${limit} film${limit === 1 ? '' : 's'} today, which is all for one day. Come back tomorrow.`,
  tooManyTurns: 'You have asked for very many changes today. Come back tomorrow.',
  rendering: 'I am rendering the film now, and send it as soon as it is finished.',
  film: 'Here is your film.',
  filmLink: (url: string) => `Your film is finished. It is too large for Telegram, so here is where it is: ${url}`,
  renderFailed: 'The video could not be rendered. It does not count for today. Try again with /render.',
  noCredits: 'This bot has no credits left at the moment. Its owner can add some; try again later.',
  noQuota: 'This bot has used up what its plan allows at the moment. Try again later.',
  failed: 'Something went wrong on my side. Send it again later, please.',
} as const;

/**
 * Maximum length of a caption, in characters; `MAX_TEXT` is the maximum for a text message. The Bot API refuses longer
 * texts.
 */
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
