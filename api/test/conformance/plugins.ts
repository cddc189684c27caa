import type { Chapter } from './conformance-page.ts';

const plugins = 'test/plugins.test.ts: ';
const telegram = 'test/telegram.test.ts: ';
const bot = 'test/telegram/bot.test.ts: ';
const faults = 'test/telegram/faults.test.ts: ';

/** Conformance chapter about plugins and about the end users of bots. */
export const pluginChapter: Chapter = {
  title: 'Plugins and chat bots',
  proofs: [
    [
      '`GET /v1/plugins` lists plugins; `POST /v1/plugins/{slug}/{tool}` sends arguments to a third party.',
      `${plugins}is registered by its manifest, listed, and answers calls that are signed`,
    ],
    ['Marketplace plugins need the Creator plan.', `${plugins}of the marketplace needs the Creator plan`],
    ['A plugin that fails is 502 `provider_error`.', `${plugins}that %s is a provider_error, without its words`],
    [
      'The three routes of `/v1/telegram/users`.',
      `${telegram}are listed page by page, an app's own alone`,
      `${telegram}are shown with what they used today, not on another day`,
      `${telegram}are blocked once, which is told of, and limited`,
    ],
    ['PATCH takes live keys only.', `${telegram}are changed with live keys only`],
    [
      'A chat bot makes films of what its end users send.',
      `${bot}makes a film of a video and a sentence: a project, the edit, a frame, the file`,
      `${faults}in the middle of a download, a plan, a frame and a film leaves nothing undone, and nothing done twice`,
    ],
    [
      "An end user's daily limit holds; a blocked one is not served.",
      `${bot}reach their limit with an event, once a day, and spend nothing after it`,
      `${bot}are told once that they are blocked, and nothing is done for them`,
    ],
    [
      "Account suspension pauses the account's chat bots.",
      `${bot}hears nothing while its app is switched off or its account suspended`,
    ],
    ['120 PATCHes a minute per app.', `${telegram}are changed 120 times a minute for an app, whatever its keys`],
  ],
};
