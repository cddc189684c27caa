import type { Chapter } from './conformance-page.ts';

const mcp = 'test/mcp.test.ts: ';
const door = 'test/mcp-guard.test.ts: ';

/** Conformance chapter about the MCP server. */
export const mcpChapter: Chapter = {
  title: 'MCP',
  proofs: [
    [
      '`/api/mcp` has at least 88 tools.',
      `${mcp}lists the tools of the service and one for each command, each with its scope, or a short list`,
    ],
    [
      'A batch has at most 10 messages; each `tools/call` after the first counts.',
      `${door}takes ten messages in a batch, and no more`,
    ],
    [
      '401 carries `WWW-Authenticate` with `resource_metadata` (RFC 9728).',
      `${door}says without a key where to get a token`,
    ],
    [
      'Personal API keys and live developer keys need Studio.',
      `${door}needs Studio for personal and live keys, not for test keys of an app: %s`,
    ],
    ['The same reducer serves the MCP server.', `${mcp}edits, sees, undoes and renders`],
  ],
};
