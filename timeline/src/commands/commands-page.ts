import type { TSchema } from '#typebox';
import type { CommandDefinition } from '../command/define-command.ts';

/** The reference page of commands, in Markdown. */
export function commandsPage(commands: readonly CommandDefinition[]): string {
  const entries = commands.map(commandEntry).join('\n');
  return `# Commands\n\nGenerated from the definitions in src/commands; \`pnpm exec vitest run --project timeline -u\` writes it anew.\nTimes are seconds, positions pixels from the canvas centre (y downwards), keyframe times relative to their clip.\n\n${entries}`;
}

function commandEntry({ op, description, params, returns, planGate, examples }: CommandDefinition): string {
  const required = new Set<string>(params.required ?? []);
  const returned = Object.entries(returns.properties).map(([name, schema]) => `\`${name}\` ${describe(schema)}`);
  return [
    `## ${op}\n`,
    `${description}${planGate ? ' Only in some plans.' : ''}\n`,
    ...Object.entries(params.properties).map(
      ([name, schema]) => `- \`${name}\`${required.has(name) ? ' (required)' : ''}: ${describe(schema)}`,
    ),
    `\nReturns ${returned.join(' · ')}\n`,
    ...examples.map(
      (example) => `${example.title}:\n\n\`\`\`text\n${JSON.stringify({ op, ...example.params })}\n\`\`\`\n`,
    ),
  ].join('\n');
}

function describe(schema: TSchema): string {
  const description: unknown = Reflect.get(schema, 'description');
  const minimum: unknown = Reflect.get(schema, 'minimum');
  const maximum: unknown = Reflect.get(schema, 'maximum');
  const range = typeof minimum === 'number' && typeof maximum === 'number' ? ` (${minimum} to ${maximum})` : '';
  return `${typeof description === 'string' ? description : ''}${range}`;
}
