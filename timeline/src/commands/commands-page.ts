import type { CommandDefinition } from '../command/define-command.ts';
import { VOCABULARY } from '../vocabulary/index.ts';
import { type CommandEntry, commandReference, type FieldEntry } from './command-reference.ts';

/** Maximum number of values listed at a field. Longer lists are printed once, at the end of the page. */
const MOST_INLINE = 8;

/** Renders the reference page of commands in Markdown. */
export function commandsPage(commands: readonly CommandDefinition[]): string {
  const { commands: entries, parts } = commandReference(commands);
  const names = Object.entries(VOCABULARY).map(([name, values]) => `### ${name}\n\n${codes(values)}\n`);
  return `# Commands

Generated from the definitions in src/commands; \`pnpm exec vitest run --project timeline -u\` writes it anew.
Times are seconds, positions pixels from the canvas centre (y downwards), keyframe times relative to their clip.
[Parts](#parts) that several commands share and all [names](#names) stand at the end.

${entries.map(commandEntry).join('\n')}
# Parts

${parts.map(({ title, fields }) => `## ${title}\n\n${fields.map(fieldLine).join('\n')}\n`).join('\n')}
# Names

${names.join('\n')}`;
}

function commandEntry({ op, description, fields, returns, isPlanGated, examples }: CommandEntry): string {
  const returned = returns.map((field) => `\`${field.name}\` ${meaning(field)}`);
  return [
    `## ${op}\n`,
    `${description}${isPlanGated ? ' Only in some plans.' : ''}\n`,
    ...fields.map(fieldLine),
    `\nReturns ${returned.join(' · ')}\n`,
    ...examples.map(
      (example) => `${example.title}:\n\n\`\`\`text\n${JSON.stringify({ op, ...example.params })}\n\`\`\`\n`,
    ),
  ].join('\n');
}

function fieldLine(field: FieldEntry): string {
  const required = field.isRequired ? ', required' : '';
  const about = [meaning(field), valuesOf(field), partOf(field)].filter((text) => text !== '').join(' ');
  return `${'  '.repeat(field.depth)}- \`${field.name}\` (${field.type}${required})${about === '' ? '' : `: ${about}`}`;
}

function meaning({ description, range }: FieldEntry): string {
  return `${description}${range === '' ? '' : ` (${range})`}`;
}

function valuesOf({ values, vocabulary }: FieldEntry): string {
  if (!values) return '';
  if (vocabulary && values.length > MOST_INLINE) return `One of [${vocabulary}](#${vocabulary.toLowerCase()}).`;
  return `One of ${codes(values)}.`;
}

function partOf({ part }: FieldEntry): string {
  return part ? `See [${part}](#${part.toLowerCase().replaceAll(' ', '-')}).` : '';
}

function codes(values: readonly string[]): string {
  return values.map((value) => `\`${value}\``).join(', ');
}
