import type { FastifyInstance } from 'fastify';
import example from '../../plugin-example/manifest.json' with { type: 'json' };
import { PLUGIN_TIMEOUT_MS } from '../plugins/invoke-plugin.ts';
import { ManifestSchema } from '../plugins/manifest.ts';
import { type DocsSection, docsPage, docsSections, sendDocsPage } from './docs-page.ts';

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
        "An HTTPS endpoint of somebody else whose tools callers invoke: `GET /v1/plugins` lists them, `POST /v1/plugins/{slug}/{tool}` calls one. Arguments are checked by the tool's JSON Schema before they are sent.",
        'A whole one is `api/plugin-example/`: two tools, no dependencies. Run it with the secret that registering shows.',
      ],
      code: 'npm run admin -- plugin add api/plugin-example/manifest.json   # prints whsec_...\nPLUGIN_SECRET=whsec_... node api/plugin-example/main.ts',
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
        'One POST to `<endpoint>/<tool>`. `environment` is `test` for test keys: answer without spending anything then.',
        'What an account gave the plugin to know it by (`PUT /api/developer/plugins/{slug}/secret`) comes as `Authorization: Bearer ...`.',
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
        'Calls are signed as webhooks are (Standard Webhooks 1.0): `webhook-id`, `webhook-timestamp` and `webhook-signature: v1,<base64>`, an HMAC-SHA256 over `<webhook-id>.<webhook-timestamp>.<body>` with what the base64 after `whsec_` decodes to.',
        'Refuse timestamps that are more than 5 minutes off, and compare in constant time. `isSigned` in `api/plugin-example/server.ts` does it in ten lines.',
      ],
    },
    {
      title: 'What to answer',
      text: [
        `Status 200 and \`{ "result": ... }\` of any JSON, within ${PLUGIN_TIMEOUT_MS / 1_000} s and 1 MB. Anything else is a 502 \`provider_error\` for the caller, without your words in it.`,
        'Redirects are not followed, and the endpoint must be on the public internet unless the operator lists its host (`OUTBOUND_PRIVATE_HOSTS`, `OUTBOUND_PORTS`).',
        'Plugins of the marketplace (`marketplace` of the manifest, or `plugin add --marketplace yes`) need the Creator plan or above; those of the operator work on every plan.',
      ],
    },
  ];
}
