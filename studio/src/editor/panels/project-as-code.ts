import type { Command } from '@framemill/timeline';
import type { CodeKind } from './as-code.ts';

/** Project as a program: its name, and the batches of commands that create it. */
export interface ProjectProgram {
  name: string;
  batches: readonly (readonly Command[])[];
  /** Base URL of the service, without a trailing slash. */
  origin: string;
}

/**
 * Returns a program that creates a copy of a project: with the typed client, as curl commands, or as MCP tool calls.
 */
export function projectAsCode(kind: CodeKind, program: ProjectProgram): string {
  switch (kind) {
    case 'curl':
      return curl(program);
    case 'typescript':
      return typescript(program);
    case 'mcp':
      return mcp(program);
  }
}

function typescript({ name, batches: [first = [], ...rest], origin }: ProjectProgram): string {
  const lines = [
    "import { createClient } from '@framemill/api/client';",
    '',
    `const client = createClient({ baseUrl: '${origin}', key: process.env.FRAMEMILL_KEY });`,
    '',
    "const { data, error } = await client.POST('/v1/projects', {",
    `  body: ${indented(json({ name, atomic: true, commands: first }), 2)},`,
    '});',
    'if (error) throw new Error(error.error.message);',
    'const id = data.project.id;',
  ];
  if (rest.length > 0) {
    lines.push(
      '',
      `const batches = ${json(rest)};`,
      'for (const commands of batches) {',
      "  const { error } = await client.POST('/v1/projects/{id}/commands', {",
      '    params: { path: { id } },',
      '    body: { atomic: true, commands },',
      '  });',
      '  if (error) throw new Error(error.error.message);',
      '}',
    );
  }
  return [...lines, `console.log(\`${origin}/studio/projects/\${id}/edit\`);`].join('\n');
}

function curl({ name, batches: [first = [], ...rest], origin }: ProjectProgram): string {
  const call = (address: string, body: object) =>
    [
      `curl -s --fail-with-body ${origin}/v1/${address} \\`,
      '  -H "Authorization: Bearer $FRAMEMILL_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d ${quoted(json(body))}`,
    ].join('\n');
  return [
    'set -e',
    `id=$(${call('projects', { name, atomic: true, commands: first })} | jq -r .project.id)`,
    ...rest.map((commands) => call('projects/$id/commands', { atomic: true, commands })),
    `echo "${origin}/studio/projects/$id/edit"`,
  ].join('\n');
}

function mcp({ name, batches: [first = [], ...rest] }: ProjectProgram): string {
  const calls = [
    { name: 'create_project', arguments: { name, atomic: true, commands: first } },
    ...rest.map((commands) => ({
      name: 'apply_commands',
      arguments: { projectId: 'the id that create_project answered', atomic: true, commands },
    })),
  ];
  return calls.map((params) => json({ method: 'tools/call', params })).join('\n\n');
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Quotes a text for a shell. Within single quotes only the single quote itself is special. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`);
}
