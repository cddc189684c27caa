import type { FastifyInstance } from 'fastify';
import example from '../../plugin-example/manifest.json' with { type: 'json' };
import { html, type Markup } from '../http/html.ts';
import { PLUGIN_TIMEOUT_MS } from '../plugins/invoke-plugin.ts';
import { ManifestSchema } from '../plugins/manifest.ts';
import type { Adapter } from '../providers/adapter.ts';
import { adapters } from '../providers/index.ts';
import { orderVariable } from '../providers/open-providers.ts';
import { botScopes } from '../telegram/bot-owner.ts';
import { commands, TURNS_A_DAY } from '../telegram/stages/meet.ts';
import { type DocsSection, docsPage, docsSections, inlineCode, sendDocsPage } from './docs-page.ts';

/** Serves /docs/plugins, which explains how to write, register and call a plugin. No credential needed. */
export function installPluginsPage(app: FastifyInstance): void {
  const page = docsPage('Plugins', docsSections(sections()));
  app.get('/docs/plugins', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function sections(): DocsSection[] {
  const [tool] = example.tools;
  return [
    {
      title: 'What a plugin is',
      text: [
        'An HTTPS endpoint of somebody else whose tools callers invoke: `GET /v1/plugins` lists them, `POST ' +
          "/v1/plugins/{slug}/{tool}` calls one. Arguments are checked by the tool's JSON Schema before they are " +
          'sent.',
        'A whole one is `api/plugin-example/`: two tools, no dependencies. Run it with the secret that ' +
          'registering shows.',
      ],
      code:
        'npm run admin -- plugin add api/plugin-example/manifest.json   # prints ' +
        'whsec_...\nPLUGIN_SECRET=whsec_... node api/plugin-example/main.ts',
    },
    {
      title: 'The manifest',
      text: ['A JSON file that the operator registers. Adding it again changes the plugin and gives it a new secret.'],
      table: Object.fromEntries(
        Object.entries(ManifestSchema.properties).map(([name, field]) => [
          name,
          'description' in field ? String(field.description) : '',
        ]),
      ),
    },
    {
      title: 'An example',
      text: ['The manifest of `api/plugin-example/`, with the first of its tools.'],
      code: JSON.stringify({ ...example, tools: [tool] }, null, 2),
    },
    {
      title: 'What is sent',
      text: [
        'One POST to `<endpoint>/<tool>`. `environment` is `test` for test keys: answer without spending ' +
          'anything then.',
        'What an account gave the plugin to know it by (`PUT /api/developer/plugins/{slug}/secret`) comes as ' +
          '`Authorization: Bearer ...`.',
      ],
      code: JSON.stringify(
        {
          tool: tool?.name,
          arguments: { color: '#1e88e5', count: 3 },
          account: { id: 'acc_...' },
          environment: 'live',
        },
        null,
        2,
      ),
    },
    {
      title: 'Verify a call',
      text: [
        'Calls are signed as webhooks are (Standard Webhooks 1.0): `webhook-id`, `webhook-timestamp` and ' +
          '`webhook-signature: v1,<base64>`, an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>` with ' +
          'what the base64 after `whsec_` decodes to.',
        'Refuse timestamps that are more than 5 minutes off, and compare in constant time. `isSigned` in ' +
          '`api/plugin-example/server.ts` does it in ten lines.',
      ],
    },
    {
      title: 'What to answer',
      text: [
        `Status 200 and \`{ "result": ... }\` of any JSON, within ${PLUGIN_TIMEOUT_MS / 1_000} s and 1 MB. ` +
          `Anything else is a 502 \`provider_error\` for the caller, without your words in it.`,
        'Redirects are not followed, and the endpoint must be on the public internet unless the operator lists ' +
          'its host (`OUTBOUND_PRIVATE_HOSTS`, `OUTBOUND_PORTS`).',
        'Plugins of the marketplace (`marketplace` of the manifest, or `plugin add --marketplace yes`) need the ' +
          'Creator plan or above; those of the operator work on every plan.',
      ],
    },
  ];
}

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
        'Make a bot with @BotFather in Telegram and give its token to an approved app, signed in to the console. ' +
          'The app must be able to hand out ' +
          `${botScopes.map((scope) => `\`${scope}\``).join(', ')}. ` +
          'The token is kept for the Bot API and shown to nobody; send another one to replace it, DELETE to ' +
          'disconnect.',
        'Telegram must reach this service at a public https address (`API_HOST`). `TELEGRAM_API` names a Bot API ' +
          'server of your own, which must not run with `--local`.',
      ],
      code:
        `curl -X PUT ${apiHost}/api/developer/apps/<app>/telegram \\\n  -H 'cookie: framemill_session=...' -H ` +
        `'origin: ${apiHost}' \\\n  -H 'content-type: application/json' -d '{ "token": "123456789:AA..." }'`,
    },
    {
      title: 'What people do',
      text: [
        'They send videos, photos, voice messages, music or files, and a sentence. The bot puts the files at the ' +
          'end of their open project, plans the sentence as `POST /v1/ai/agent` does, shows a frame, renders, and ' +
          'sends the film.',
        'Telegram hands bots files of at most 20 MB and takes films of at most 50 MB; larger films are sent as ' +
          'an address.',
      ],
      table: Object.fromEntries(Object.entries(commands).map(([name, { description }]) => [`/${name}`, description])),
    },
    {
      title: 'What it costs, and limits',
      text: [
        "All of it is the account's: credits of the planner, exports, storage. A person has `dailyLimit` films a " +
          'day (UTC), and at most ' +
          `${TURNS_A_DAY} sentences in 24 hours; a film that failed does not count.`,
        'See, block and limit people at `/v1/telegram/users`. Somebody who is blocked is told so once. ' +
          '`telegram.end_user.first_seen`, `blocked` and `limit_reached` go to webhooks.',
        'A bot is silent while its app is switched off, or its account suspended or on a plan without `api_access`.',
      ],
    },
    {
      title: 'What is kept',
      text: [
        'A message is kept until it is answered, then its text is deleted; the number of the update stays for ' +
          'three days. Files become media of the account, films its renders.',
        'Each message is answered once, also when Telegram sends it again or the service is restarted in the ' +
          'middle. Only when the service ends in the moment of sending may a person get the same answer twice.',
      ],
    },
  ];
}

const INTRODUCTION = [
  'Providers are configured by environment variables of the API process; keys are never shown or logged. `npm ' +
    'run admin -- provider list` says which are configured, `provider test` asks each for something small.',
  'Those of a kind are asked in the order of this page until one answers. A variable such as ' +
    '`IMAGE_PROVIDERS=stability,openai-images` chooses others, or another order.',
  'OpenAI for everything: `OPENAI_API_KEY=sk-...`. Plans by Anthropic or Gemini: `ANTHROPIC_API_KEY=...` or ' +
    '`GEMINI_API_KEY=...`.',
  'Plans by a local server that speaks chat completions (ollama, llama.cpp, vLLM): ' +
    '`OPENAI_CHAT_URL=http://localhost:11434/v1 OPENAI_CHAT_MODEL=qwen3`. Nothing leaves the machine then.',
  'Without any: rules plan edits, `espeak-ng` speaks where it is installed, scripts become timed words, a word ' +
    'list checks prompts. Pictures, films and stock answer 501.',
];

/** Serves /docs/providers, which lists all providers with their variables and setup. No credential needed. */
export function installProvidersPage(app: FastifyInstance): void {
  const rules = INTRODUCTION.map((rule) => `<li>${inlineCode(rule)}</li>`).join('');
  const sections = Object.entries(adapters).map(([kind, family]) => {
    const rows = family.map(rowOf);
    return html`<h2 id="${kind}">${kind}</h2><p>Order: <code>${orderVariable(kind)}</code></p><table>${rows}</table>`
      .markup;
  });
  const page = docsPage('Providers', `<ul>${rules}</ul>${sections.join('')}`);
  app.get('/docs/providers', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function rowOf({ name, title, variables, needs }: Adapter): Markup {
  const lines = Object.entries(variables).map(([variable, { meaning, fallback, required }]) => {
    const value = required ? 'required' : fallback === null ? 'optional' : `default ${fallback}`;
    return html`<div><code>${variable}</code>: ${meaning} (${value})</div>`;
  });
  const more = needs ? [html`<div>Needs: ${needs}</div>`] : [];
  return html`<tr><th scope="row"><code>${name}</code></th><td>${title}${[...lines, ...more]}</td></tr>`;
}
