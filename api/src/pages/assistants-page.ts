import type { FastifyInstance } from 'fastify';
import { commandTools } from '../mcp/command-tools.ts';
import { mcpPath } from '../mcp/mcp-guard.ts';
import { findingTools, serviceTools } from '../mcp/tools/index.ts';
import { type DocsSection, docsPage, docsSections, sendDocsPage } from './docs-page.ts';

/** Serves /docs/assistants, which explains how assistants connect over MCP. No credential needed. */
export function installAssistantsPage(app: FastifyInstance, apiHost: string): void {
  const page = docsPage('Connect an assistant', docsSections(sectionsFor(apiHost)));
  app.get('/docs/assistants', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function sectionsFor(apiHost: string): DocsSection[] {
  const core = [...serviceTools, ...findingTools];
  const all = core.length + commandTools().length;
  const url = `${apiHost}${mcpPath}`;
  const coreUrl = `${url}?tools=core`;
  return [
    {
      title: 'The server',
      text: [
        'Assistants edit, look at and render projects over MCP (Streamable HTTP), with the same commands and ' +
          'limits as the API.',
        `\`${url}\` lists ${all} tools: one a command, and those of \`${coreUrl}\`. That lists ${core.length}: ` +
          `the service tools, \`find_commands\` and \`describe_commands\`; \`apply_commands\` runs every command. ` +
          'Take this one unless you know that your model chooses well among many tools.',
        'Signing in by OAuth and test keys of an app work on every plan. Personal keys and live keys need a plan ' +
          'with `api_access`: Studio and above.',
      ],
    },
    {
      title: 'Claude Code',
      text: ['With OAuth: add the server, then run `/mcp` in a session and sign in.'],
      code: `claude mcp add --transport http framemill \\\n  "${coreUrl}"`,
    },
    {
      title: 'Claude Code, with a key',
      text: ['For machines without a browser.'],
      code:
        `claude mcp add --transport http framemill \\\n  "${coreUrl}" \\\n  --header "Authorization: Bearer ` +
        'key_live_..."',
    },
    {
      title: 'Claude Desktop',
      text: [
        `Settings, Connectors, Add custom connector: \`${coreUrl}\`. Sign in when it asks. Claude connects from ` +
          'the internet, so this service must be there, with https.',
        'For a service on your own machine, a bridge stands between: write this into ' +
          '`claude_desktop_config.json` (Settings, Developer, Edit Config) and start Claude again.',
      ],
      code: JSON.stringify(
        {
          mcpServers: {
            framemill: {
              command: 'npx',
              args: ['-y', 'mcp-remote', coreUrl, '--header', `Authorization:\${FRAMEMILL_AUTH}`],
              env: { FRAMEMILL_AUTH: 'Bearer key_live_...' },
            },
          },
        },
        null,
        2,
      ),
    },
    {
      title: 'Other clients',
      text: [
        'Clients that take JSON (VS Code, Cursor and others) want an address and, without OAuth, a header. ' +
          'Protocol version 2026-07-28 and those of 2025 are served on the one address.',
      ],
      code: JSON.stringify(
        {
          mcpServers: {
            framemill: { type: 'http', url: coreUrl, headers: { Authorization: 'Bearer key_live_...' } },
          },
        },
        null,
        2,
      ),
    },
    {
      title: 'OAuth, for authors of clients',
      text: [
        `A call without a token is answered with 401 and \`WWW-Authenticate: Bearer resource_metadata="...", ` +
          `scope="..."\`: the scopes that the tools use, to ask for, and the way to ` +
          `\`/.well-known/oauth-protected-resource${mcpPath}\` (RFC 9728) and from there to the authorization ` +
          'server (RFC 8414).',
        'Register at `/api/oauth/register` (RFC 7591), or be an approved app with redirect addresses. ' +
          'Authorization code with PKCE, S256 only, public clients, `scope` required. Access tokens live for an ' +
          'hour, refresh tokens for 90 days and are used once.',
      ],
    },
    {
      title: 'What an edit answers',
      text: [
        'A receipt: `rev`, the clips that were made, changed and removed, lint, and an `undo` token that takes ' +
          'the edit back within a day. When somebody else saved in between, the edit is made again on the new ' +
          'state, unless it named a `rev`.',
        'A tool that spends more than it may asks the person first, where the client shows forms (elicitation): ' +
          'in version 2026-07-28 by `input_required`, in those of 2025 by `elicitation/create`, in a session. The ' +
          'answer may take 5 minutes. Other clients call again with `confirm: true`.',
        'Each `tools/call` counts against the rate limit of the API; a batch has at most 10 messages.',
      ],
    },
    {
      title: `The ${core.length} tools of tools=core`,
      text: ['A call needs the scope that its tool names; without it the answer says which.'],
      table: Object.fromEntries(core.map(({ name, title, scope }) => [name, `${title} (${scope ?? 'any scope'})`])),
    },
  ];
}
