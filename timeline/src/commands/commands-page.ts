import type { CommandDefinition } from '../command/define-command.ts';
import { VOCABULARY } from '../vocabulary/index.ts';
import { type CommandEntry, commandReference, type FieldEntry } from './command-reference.ts';

/** Maximum length of a line, in characters. */
const WIDEST = 120;

/** Maximum number of values that are listed at a field. Longer lists are printed once, at the end of the page. */
const MOST_INLINE = 8;

/** Renders the reference page of commands in Markdown. */
export function commandsPage(commands: readonly CommandDefinition[]): string {
  const { commands: entries, parts } = commandReference(commands);
  const names = Object.entries(VOCABULARY).map(([name, values]) => `### ${name}\n\n${wrapped(codes(values))}\n`);
  return `# Commands

Generated from the definitions in src/commands; \`pnpm exec vitest run --project timeline -u\` writes it anew.
Times are seconds, positions pixels from the canvas centre (y downwards), keyframe times relative to their clip.
[Parts](#parts) that several commands share and all [names](#names) stand at the end. Long texts of examples are written
in parts, joined with \`+\` as in JavaScript.

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
    `${wrapped(`${description}${isPlanGated ? ' Only in some plans.' : ''}`)}\n`,
    ...fields.map(fieldLine),
    `\n${wrapped(`Returns ${returned.join(' · ')}`)}\n`,
    ...examples.map(({ title, params }) => `${title}:\n\n\`\`\`text\n${codeOf({ op, ...params })}\n\`\`\`\n`),
  ].join('\n');
}

function fieldLine(field: FieldEntry): string {
  const required = field.isRequired ? ', required' : '';
  const about = [meaning(field), valuesOf(field), partOf(field)].filter((text) => text !== '').join(' ');
  const indent = '  '.repeat(field.depth);
  const line = `${indent}- \`${field.name}\` (${field.type}${required})${about === '' ? '' : `: ${about}`}`;
  return wrapped(line, `${indent}  `);
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

/** Breaks a text at spaces into lines that fit the page. All lines but the first begin with `indent`. */
function wrapped(text: string, indent = ''): string {
  const line = new RegExp(`(.{1,${WIDEST - indent.length}})(?: |$)`, 'g');
  return text.replaceAll(line, `$1\n${indent}`).trimEnd();
}

/**
 * Returns a value as a literal of JavaScript. It is JSON, except that long texts are joined with `+`. Lists, objects
 * and texts that do not fit on a line have one line for each part. `before` is the number of characters before the
 * value on its first line.
 */
function codeOf(value: unknown, indent = '', before = 0): string {
  const line = JSON.stringify(value);
  if (before + line.length < WIDEST) return line;
  const inner = `${indent}  `;
  const lines = (parts: string[], separator: string) => parts.map((part) => `${inner}${part}`).join(`${separator}\n`);
  if (typeof value === 'string') {
    const pieces = value.match(/.{0,90}\n|.{1,70}(?:[ ,]|$)|.{1,70}/g) ?? [];
    return pieces.map((piece) => JSON.stringify(piece)).join(` +\n${inner}`);
  }
  if (Array.isArray(value))
    return `[\n${lines(
      value.map((part) => codeOf(part, inner, inner.length)),
      ',',
    )}\n${indent}]`;
  const fields = Object.entries(value ?? {}).map(([name, part]) => {
    const start = `${JSON.stringify(name)}: `;
    return `${start}${codeOf(part, inner, inner.length + start.length)}`;
  });
  return `{\n${lines(fields, ',')}\n${indent}}`;
}
