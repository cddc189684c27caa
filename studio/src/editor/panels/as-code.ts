import type { Command } from '@framemill/timeline';
import type { Edit } from '../sync/edit.ts';

/** Kind of code: a curl command, TypeScript with the API client, or an MCP tool call. */
export type CodeKind = 'curl' | 'typescript' | 'mcp';

/** Service and project that the generated code calls. */
export interface CodeTarget {
  /** Base URL of the service, without a trailing slash. */
  origin: string;
  projectId: string;
}

/**
 * Returns code that makes the same edit: a curl command, a call of the typed client, or an MCP tool call. The API key
 * is a placeholder variable.
 */
export function editAsCode(kind: CodeKind, edit: Edit, target: CodeTarget): string {
  const { path, body } = callOf(edit);
  switch (kind) {
    case 'curl':
      return curl(target, path, body);
    case 'typescript':
      return typescript(target, path, body);
    case 'mcp':
      return mcp(edit, target);
  }
}

function callOf(edit: Edit): { path: string; body: object } {
  if (edit.kind === 'commands') return { path: 'commands', body: { commands: edit.commands } };
  if (edit.kind === 'restore') return { path: 'restore', body: { rev: edit.rev } };
  return { path: 'undo', body: { rev: edit.rev ?? 'the rev that it led to' } };
}

function curl({ origin, projectId }: CodeTarget, path: string, body: object): string {
  // Within single quotes in a shell only the single quote itself is special.
  const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${origin}/v1/projects/${projectId}/${path} \\`,
    '  -H "Authorization: Bearer $FRAMEMILL_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n');
}

function typescript({ origin, projectId }: CodeTarget, path: string, body: object): string {
  return [
    "import { createClient } from '@framemill/api/client';",
    '',
    `const client = createClient({ baseUrl: '${origin}', key: process.env.FRAMEMILL_KEY });`,
    `await client.POST('/v1/projects/{id}/${path}', {`,
    `  params: { path: { id: '${projectId}' } },`,
    `  body: ${indented(JSON.stringify(body, null, 2))},`,
    '});',
  ].join('\n');
}

function mcp(edit: Edit, { projectId }: CodeTarget): string {
  if (edit.kind !== 'commands')
    return '// Assistants take an edit back with the undo token of its receipt: apply_commands { projectId, undo }.';
  const [only] = edit.commands;
  const isOne = edit.commands.length === 1 && only !== undefined;
  const call = isOne
    ? toolCall(only, projectId)
    : { name: 'apply_commands', arguments: { projectId, commands: edit.commands } };
  return JSON.stringify({ method: 'tools/call', params: call }, null, 2);
}

function toolCall({ op, ...params }: Command, projectId: string) {
  return { name: op, arguments: { projectId, ...params } };
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ');
}
