import type { FastifyInstance } from 'fastify';
import { botScopes } from '../telegram/bot-owner.ts';
import { commands } from '../telegram/stages/meet.ts';
import { TURNS_A_DAY } from '../telegram/stages/take.ts';
import { type DocsSection, docsPage, docsSections, sendDocsPage } from './docs-page.ts';

/** Serves /docs/bots, which explains how to connect a Telegram bot to an app and what it does. No credential needed. */
export function installBotsPage(app: FastifyInstance, apiHost: string): void {
  const page = docsPage('Telegram bots', docsSections(sectionsFor(apiHost)));
  app.get('/docs/bots', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function sectionsFor(apiHost: string): DocsSection[] {
  return [
    {
      title: 'Connect a bot',
      text: [
        'Make a bot with @BotFather in Telegram and give its token to an approved app, signed in to the console. The app must be able to hand out ' +
          `${botScopes.map((scope) => `\`${scope}\``).join(', ')}. The token is kept for the Bot API and shown to nobody; send another one to replace it, DELETE to disconnect.`,
        'Telegram must reach this service at a public https address (`API_HOST`). `TELEGRAM_API` names a Bot API server of your own, which must not run with `--local`.',
      ],
      code: `curl -X PUT ${apiHost}/api/developer/apps/<app>/telegram \\\n  -H 'cookie: framemill_session=...' -H 'origin: ${apiHost}' \\\n  -H 'content-type: application/json' -d '{ "token": "123456789:AA..." }'`,
    },
    {
      title: 'What people do',
      text: [
        'They send videos, photos, voice messages, music or files, and a sentence. The bot puts the files at the end of their open project, plans the sentence as `POST /v1/ai/agent` does, shows a frame, renders, and sends the film.',
        'Telegram hands bots files of at most 20 MB and takes films of at most 50 MB; larger films are sent as an address.',
      ],
      table: Object.fromEntries(Object.entries(commands).map(([name, { description }]) => [`/${name}`, description])),
    },
    {
      title: 'What it costs, and limits',
      text: [
        "All of it is the account's: credits of the planner, exports, storage. A person has `dailyLimit` films a day (UTC), and at most " +
          `${TURNS_A_DAY} sentences in 24 hours; a film that failed does not count.`,
        'See, block and limit people at `/v1/telegram/users`. Somebody who is blocked is told so once. `telegram.end_user.first_seen`, `blocked` and `limit_reached` go to webhooks.',
        'A bot is silent while its app is switched off, or its account suspended or on a plan without `api_access`.',
      ],
    },
    {
      title: 'What is kept',
      text: [
        'A message is kept until it is answered, then its text is deleted; the number of the update stays for three days. Files become media of the account, films its renders.',
        'Each message is answered once, also when Telegram sends it again or the service is restarted in the middle. Only when the service ends in the moment of sending may a person get the same answer twice.',
      ],
    },
  ];
}
